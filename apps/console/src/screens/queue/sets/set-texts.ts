import type { ChangeSet } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'

/** The list of change sets counts this number of products of each. */
const maxCounted = 1000

const priceFields = new Set(['vendorPrice', 'listPrice'])

/** True if all changes of the set are changes of prices. */
export const hasOnlyPrices = ({ fields }: ChangeSet) => fields.every((field) => priceFields.has(field))

/** Returns `200 price changes`. A listed set can have more than were counted. */
export function changesOf(set: ChangeSet, { isListed }: { isListed: boolean }): string {
  const isMore = isListed && set.productCount >= maxCounted
  return t.changeSets.changes(set.changeCount, hasOnlyPrices(set), isMore)
}

/** Returns `from the upload “prices.csv”`. */
export function sourceOf({ source, fileName }: ChangeSet): string {
  if (source === 'BULK_UPDATE') return t.changeSets.ofBulkUpdate
  return fileName === null ? t.changeSets.ofUpload : t.changeSets.ofFile(fileName)
}

/** Returns the largest changes of prices, such as `180 prices up, by up to 24.5%`. */
export function pricesOf({ prices }: ChangeSet, format: (share: number) => string): string[] {
  const { increased, decreased, largestIncreasePercent: rise, largestDecreasePercent: fall } = prices
  return [
    ...(rise === null ? [] : [t.changeSets.increased(increased, format(rise / 100))]),
    ...(fall === null ? [] : [t.changeSets.decreased(decreased, format(fall / 100))])
  ]
}

/** Returns the name of the file, or else what made the changes. */
export function nameOf({ source, fileName }: ChangeSet): string {
  return source === 'BULK_UPDATE' ? t.changeSets.bulkUpdate : (fileName ?? t.changeSets.upload)
}
