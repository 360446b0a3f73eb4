import { counted, listed, number } from './counted.ts'

/** Change sets in the review queue: the changes of one bulk update or upload. */
export const changeSets = {
  badge: 'Change set',
  badgeDetail: 'Changes to many products in one upload or bulk update. They are in effect already.',
  /** `isMore` is true if there can be more changes than this. */
  changes: (count: number, isPrice: boolean, isMore: boolean) => {
    const text = counted(count, isPrice ? 'price change' : 'change', isPrice ? 'price changes' : 'changes')
    return isMore ? `More than ${text}` : text
  },
  of: (changes: string, source: string) => `${changes} ${source}`,
  ofFile: (file: string) => `from the upload “${file}”`,
  ofUpload: 'from an upload',
  ofBulkUpdate: 'from a bulk update',
  upload: 'Upload',
  bulkUpdate: 'Bulk update',
  products: (count: number) => counted(count, 'product', 'products'),
  increased: (count: number, percent: string) =>
    `${counted(count, 'price', 'prices')} up, by up to ${percent}`,
  decreased: (count: number, percent: string) =>
    `${counted(count, 'price', 'prices')} down, by up to ${percent}`,
  fields: (fields: string[]) => `Fields: ${listed('and', fields, '', 0)}`,
  tableLabel: 'Changes in the set',
  product: 'Product',
  field: 'Field',
  accepted: 'Accepted',
  now: 'Now',
  difference: 'Change',
  empty: 'none',
  values: (count: number) => counted(count, 'value', 'values'),
  yes: 'Yes',
  no: 'No',
  panel: 'Decision on the set',
  will: 'These become the accepted values. Later changes are compared with them.',
  open: 'To hide a product because of its change, open the product in the table.',
  watching: 'You can read the changes. Editors can accept them.',
  accept: (count: number) => `Accept ${number.format(count)}`,
  acceptOne: 'Accept',
  accepting: 'Accepting',
  acceptingText: 'This can take minutes if the set is large. You can continue with other entries.',
  done: (count: number) => `${counted(count, 'product', 'products')} accepted`,
  changed: (count: number) =>
    counted(
      count,
      'product has changed since. It is still waiting.',
      'products have changed since. They are still waiting.'
    ),
  claimed: (count: number) =>
    counted(
      count,
      'product is claimed by someone else. It is still waiting.',
      'products are claimed by someone else. They are still waiting.'
    ),
  newer: 'The vendor changed this set while you were reading. You still see the earlier version.'
}
