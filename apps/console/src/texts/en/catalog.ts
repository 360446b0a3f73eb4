import { counted, number } from './counted.ts'

/** The products of a vendor, as a grid. */
export const catalog = {
  title: 'Catalog',
  grid: 'Products',
  count: (count: number, isExact: boolean) =>
    isExact ? counted(count, 'product', 'products') : `about ${counted(count, 'product', 'products')}`,

  search: 'Search names, brands, SKUs and UPCs',
  status: 'Status',
  anyStatus: 'Any status',
  statuses: {
    PUBLISHED: 'Published',
    PENDING_APPROVAL: 'Waiting for approval',
    DRAFT: 'Rejected',
    HIDDEN: 'Hidden'
  },
  filters: 'More filters',
  activeFilters: (count: number) => `More filters: ${count} set`,
  any: 'Any',
  review: 'Approval',
  reviews: {
    'needsModeration=true': 'Product or edit is waiting',
    'needsModeration=false': 'Nothing is waiting',
    'hasPendingRevision=true': 'Edit to a published product is waiting',
    'isRejected=true': 'Product or edit was rejected',
    'hasPendingRevision=false': 'No edit is waiting'
  },
  attributes: 'Attributes',
  attributeIssues: { true: 'Missing or not valid', false: 'Complete' },
  category: 'Category',
  anyCategory: 'Any category',
  maxAvailable: 'Available units, up to',
  exactSku: 'Exact SKU',
  importJob: 'Import ID',
  updatedAfter: 'Changed after',
  newestFirst: 'Newest first',
  newer: 'Products were added or changed',
  showNewer: 'Show them',
  newProduct: 'New product',

  empty: 'No products yet',
  emptyText: 'Create your first product, or import a list of products from a CSV file.',
  emptyViewer: 'The products of your company appear here.',
  noMatch: 'No products match',
  noMatchText: 'Change the search, or clear all filters.',

  columns: {
    name: 'Product',
    sku: 'SKU',
    status: 'Status',
    vendorPrice: 'Cost',
    listPrice: 'List price',
    price: 'Retail price',
    stockOnHand: 'Stock',
    stockAvailable: 'Available',
    updatedAt: 'Last changed'
  },
  pendingEdit: 'An edit is waiting for approval',
  edited: 'Edited',
  variants: (count: number) => counted(count, 'variant', 'variants'),
  expand: (count: number, name: string) => `${counted(count, 'variant', 'variants')} of ${name}`,
  inactive: 'Inactive',
  from: 'from',
  changed: (count: number) => `${number.format(count)} changed`,
  priceRange: (min: string, max: string) => `${min} – ${max}`,

  faults: {
    required: 'Enter a value, or press Ctrl Z to undo.',
    noNumber: 'Enter a number.',
    negative: 'Enter 0 or more.',
    tooLarge: 'This number is too large.',
    tooManyDecimals: 'Use at most 4 decimals.',
    noInteger: 'Enter a whole number.'
  },
  refused: (message: string) => `Not saved: ${message}.`,
  conflict: (seen: string, current: string) =>
    `Someone else changed the stock from ${seen} to ${current}. Apply your value again to replace it.`,
  priceConflict: (field: 'vendorPrice' | 'listPrice', seen: string, current: string) =>
    `Someone else changed the ${field === 'vendorPrice' ? 'cost' : 'list price'} from ${seen} to ${current}. Your value replaces it.`,
  skipped: (count: number) =>
    `${counted(count, 'cell', 'cells')} can't be edited here and ${count === 1 ? 'was' : 'were'} left out.`,
  beyondEnd: (count: number) =>
    `${counted(count, 'cell', 'cells')} beyond the last product ${count === 1 ? 'was' : 'were'} left out.`,
  reading: 'Loading the products that you pasted into…',

  changes: (cells: number, products: number) =>
    `${counted(cells, 'change', 'changes')} in ${counted(products, 'product', 'products')}`,
  faulty: (count: number) => `${counted(count, 'cell has', 'cells have')} an error`,
  unsaved: 'Unsaved changes',
  undo: 'Undo',
  discard: 'Discard',
  preview: 'Preview',

  previewTitle: 'What will change',
  applies: 'Prices and stock change at once, without approval.',
  willUpdate: (count: number) => `${counted(count, 'row', 'rows')} will change`,
  unchanged: (count: number) => `${number.format(count)} already have this value`,
  willFail: (count: number) => `${number.format(count)} will not`,
  leftOut: (count: number) =>
    `${counted(count, 'row', 'rows')} with an error ${count === 1 ? 'stays' : 'stay'} unsaved`,
  checking: 'Checking the changes',
  field: 'Field',
  before: 'Now',
  after: 'New',
  difference: 'Difference',
  noPrice: 'none',
  takeBack: 'Undo this change',
  takeBackOf: (field: string, sku: string) => `Undo the change: ${field} of ${sku}`,
  more: (count: number) => `and ${counted(count, 'more change', 'more changes')}`,
  apply: (count: number) => `Apply ${counted(count, 'change', 'changes')}`,
  nothing: 'There is nothing to apply.',
  applied: (count: number) => `${counted(count, 'row was', 'rows were')} changed.`,
  appliedPartly: (count: number, failed: number) =>
    `${counted(count, 'row was', 'rows were')} changed. ${counted(failed, 'row was', 'rows were')} not; the reason is at the cell.`,

  export: 'Export',
  exportShown: 'These products with the shown columns (CSV)',
  exportVariants: 'Costs and stock of all variants (CSV)',
  exportSelected: 'Export',
  fileName: 'products.csv',
  variantsFileName: 'costs-and-stock.csv',
  lowestPrice: 'Lowest retail price',
  highestPrice: 'Highest retail price',

  selection: 'Selection',
  actions: 'Actions',
  action: {
    percent: 'Change the cost by percent',
    stock: 'Set the stock',
    onSale: 'Activate all variants',
    offSale: 'Deactivate all variants',
    submit: 'Submit again'
  },
  amount: { percent: 'Change', stock: 'Stock' },
  amountHint: {
    percent: 'For example 5 or -2.5. New costs are rounded to two decimals.',
    stock: 'The units that you have. Units reserved by open orders stay reserved.'
  },
  noPercent: 'Enter a number above -100 with at most 4 decimals.',
  collect: (count: number, isExact: boolean) =>
    `Change ${isExact ? '' : 'about '}${counted(count, 'product', 'products')}`,
  collectHint: 'Nothing is sent yet. You see all changes in the preview before you apply them.',
  run: { onSale: 'Activate', offSale: 'Deactivate', submit: 'Submit again' },
  explain: {
    onSale: (count: number, isExact: boolean) =>
      `All variants of ${isExact ? '' : 'about '}${counted(count, 'product', 'products')} can be ordered again, at once.`,
    offSale: (count: number, isExact: boolean) =>
      `No variant of ${isExact ? '' : 'about '}${counted(count, 'product', 'products')} can be ordered any more, from now on.`,
    submit: (count: number, isExact: boolean) =>
      `The rejected ones of ${isExact ? '' : 'about '}${counted(count, 'product', 'products')} are submitted for approval again. The others don't change.`
  },
  done: {
    onSale: (done: number, failed: number) =>
      outcome(`${counted(done, 'variant is', 'variants are')} active.`, failed),
    offSale: (done: number, failed: number) =>
      outcome(`${counted(done, 'variant is', 'variants are')} inactive.`, failed),
    submit: (done: number, failed: number) =>
      outcome(`${counted(done, 'product was', 'products were')} submitted again.`, failed)
  },
  selected: (count: number, isExact: boolean) => `${isExact ? '' : 'about '}${number.format(count)} selected`,
  clearSelection: 'Clear the selection'
}

function outcome(done: string, failed: number): string {
  return failed === 0 ? done : `${done} ${number.format(failed)} could not be changed.`
}
