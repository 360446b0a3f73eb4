import { counted, number } from './counted.ts'

const rows = (count: number) => counted(count, 'row', 'rows')
const products = (count: number) => counted(count, 'product', 'products')

/** Imports of products from files. */
export const imports = {
  intro: 'Create products, or change costs and stock, from a spreadsheet, CSV or NDJSON file.',
  new: 'New import',
  newTitle: 'New import',
  all: 'All imports',
  empty: 'No imports yet',
  emptyDetail: 'Choose a file with your products. You see what it does, row by row, before anything changes.',
  emptyRead: "Your team's imports of the last 90 days appear here.",
  listLabel: 'Imports, newest first',
  noMatch: 'No imports with this status',
  filter: 'Status',
  anyStatus: 'Any status',
  goOn: (name: string) => `“${name}” isn't imported yet.`,
  goOnRest: (name: string) => `Some rows of “${name}” still have to be imported.`,
  goOnSending: (name: string) => `“${name}” is being sent. Open it to continue.`,
  goOnButton: 'Continue',

  columns: { file: 'File', status: 'Status', result: 'Result', by: 'Started by', when: 'When' },
  unnamed: {
    JSON: 'Sent by the API',
    NDJSON: 'Sent by the API',
    WORKBOOK: 'A spreadsheet',
    RETRY: 'Failed products, sent again'
  },
  dryRun: 'Dry run',
  statuses: {
    RECEIVING: 'Being sent',
    QUEUED: 'Waiting',
    PROCESSING: 'Running',
    COMPLETED: 'Completed',
    COMPLETED_WITH_ERRORS: 'Some failed',
    CANCELLED: 'Cancelled',
    FAILED: 'Failed'
  },
  counts: {
    would: (counts: string[]) => `would be: ${counts.join(', ')}`,
    created: (count: number) => `${number.format(count)} created`,
    updated: (count: number) => `${number.format(count)} updated`,
    skipped: (count: number) => `${number.format(count)} skipped`,
    unchanged: (count: number) => `${number.format(count)} unchanged`,
    failed: (count: number) => `${number.format(count)} failed`,
    cancelled: (count: number) => `${number.format(count)} cancelled`,
    waiting: (count: number) => `${number.format(count)} waiting`
  },

  file: {
    title: 'File',
    drop: 'Drop a spreadsheet or a CSV file here',
    or: 'or choose one from your computer. You can also paste rows from a spreadsheet.',
    choose: 'Choose a file',
    paste: 'Paste rows',
    pasteTitle: 'Paste rows',
    pasteLabel: 'Rows with their header',
    pasteHint: 'Copy the cells in your spreadsheet, including the first row with the names of the columns.',
    pasteSubmit: 'Use these rows',
    pasted: 'Pasted rows',
    reading: 'Reading the file…',
    limits:
      'XLSX, ODS, CSV or NDJSON. Up to 1,000,000 rows of new products, or 50,000 rows of costs and stock. Spreadsheets up to 64 MB.',
    rows,
    products,
    change: 'Choose another file',
    discard: 'Discard',
    delimiter: 'Separator',
    encoding: 'Encoding',
    delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as Record<string, string>,
    encodings: {
      'utf-8': 'UTF-8',
      'windows-1252': 'Western (Windows-1252)',
      'utf-16le': 'UTF-16 LE',
      'utf-16be': 'UTF-16 BE',
      'iso-8859-2': 'Central European (ISO 8859-2)',
      'windows-1251': 'Cyrillic (Windows-1251)',
      shift_jis: 'Japanese (Shift JIS)'
    } as Record<string, string>,
    guessed: "The file isn't UTF-8, so it is read as Windows-1252. Check accented letters below.",
    rest: (count: string) => `Only the remaining rows: ${count}.`,
    problems: {
      EMPTY: 'The file is empty.',
      OLD_EXCEL: 'This is an old Excel file (.xls). Open it in Excel or LibreOffice, and save it as .xlsx.',
      ENCRYPTED: 'The file is protected with a password. Save it without one.',
      WORKBOOK_TOO_LARGE: 'The file is larger than 64 MB. Split it into several files.',
      GZIP: 'The file is compressed. Decompress it first.',
      PDF: 'This is a PDF document. Ask for the catalog as a spreadsheet or a CSV file.',
      BINARY: 'This is neither a spreadsheet nor a text file. Save it as .xlsx or “CSV UTF-8”.',
      JSON_ARRAY: 'This is a JSON array. NDJSON has one object per line, without brackets and commas.',
      JSON_LINES: 'An object in this file spans several lines. NDJSON has one object per line.',
      NO_ROWS: 'The file has a header, but no rows.',
      UNCLOSED_QUOTE: 'A cell begins with a quote (") that is never closed.',
      TOO_MANY_COLUMNS: 'The file has more than 1,000 columns.',
      TOO_MANY_ROWS: 'The file has more rows than can be sent at a time. Split it into several files.',
      NOT_READABLE: 'The file was changed, moved or deleted. Choose it again.'
    },
    problemRow: (row: number, text: string) => `Row ${row}: ${text}`
  },

  workbook: {
    hint: 'The first sheet is read. Its first row has the column names of the template. Adjacent rows with the same variant group are one product.',
    retryOf: 'These are corrected rows of an earlier import, which no longer counts as failed afterwards.',
    checkFirst: 'A dry run shows what the file does, and the cells with errors.',
    ignored: (columns: readonly string[]) => `Columns that are not used: ${columns.join(', ')}`,
    refused: 'The file was not accepted. Nothing was changed.',
    inCell: (cell: string, message: string) => `Cell ${cell}: ${message}`,
    failedRows: (count: number) => `${rows(count)} to fix`,
    faultsIntro:
      'Correct these cells in your file and choose it again, or download the failed rows, correct them and import only those.',
    faultsLabel: 'Cells with errors',
    cell: 'Cell',
    field: 'Field',
    shown: (count: number) => `The first ${number.format(count)} errors are shown.`,
    downloadFailed: 'Download the failed rows'
  },

  template: {
    title: 'Start with a template',
    intro:
      'A spreadsheet with columns for the fields and attributes of your categories, lists to choose from, and explanations.',
    categories: 'Categories',
    categoriesHint:
      'Each category adds columns for its attributes. Without one, the template has only the general fields.',
    categoriesOfProducts:
      'Only products in these categories and their subcategories. Without one, all products.',
    withProducts: 'Fill in my products',
    withProductsHint:
      'Edit them, and import the file again with “Update the product”. Without stock and images.',
    download: 'Download the template',
    file: 'template.xlsx',
    productsFile: 'products.xlsx'
  },

  warnings: {
    title: (count: number) => `${products(count)} with warnings`,
    intro:
      'These values were accepted, but may be wrong. Correct them in the product or with another import.',
    introDryRun: 'These values would be accepted, but may be wrong.',
    label: 'Values that may be wrong',
    warning: 'Warning',
    shown: (count: number) => `Warnings of the first ${products(count)}. The report has all of them.`
  },

  mode: {
    title: 'What the file does',
    create: 'Add products',
    createHint:
      'Each row is a product, or a variant if a column groups the rows. New products wait for approval.',
    update: 'Update existing products',
    updateHint:
      'Changes cost, stock and a few other fields at once, without approval. Rows are matched by SKU.',
    onExisting: 'If a SKU exists already',
    onExistings: {
      fail: 'Report the product as failed',
      update: 'Update the product',
      skip: 'Skip the product'
    }
  },

  mapping: {
    title: 'Columns',
    intro: 'Choose the field of each column. Your choice is remembered for the next file.',
    column: 'Column in the file',
    sample: 'First value',
    field: 'Field',
    fieldOf: (column: string) => `Field of the column “${column}”`,
    notSent: 'Not sent',
    noValue: 'no value',
    required: 'required',
    fields: 'Fields',
    attributes: 'Attributes',
    ambiguous: 'Several attributes have this name. Choose one.',
    replacesAttributes: 'Replaces all attributes. Those without a value in the row are removed.',
    missing: (fields: string) => `No column is chosen for ${fields}.`,
    repeated: (fields: string) => `Several columns are chosen for ${fields}. Keep one of them.`,
    retail: 'Retail prices are computed from your cost.',
    group: 'Rows with the same value are the variants of one product. The value becomes its SKU.',
    names: (column: string) => `Names the attribute in “${column}”.`,
    stockOfNew: "The stock of existing variants can't be changed here. Use “Update existing products”.",
    notForVariants: 'Left out for products with variants.',
    variants: 'The lines of this file have variants, and are sent as they are.',
    more: (count: number) => `Show ${counted(count, 'column', 'columns')} not sent`,
    reset: 'Guess again'
  },

  categories: {
    title: 'Categories',
    intro: "The marketplace doesn't have these categories. Choose one for each.",
    text: 'In the file',
    rows: 'Rows',
    choose: 'Category',
    chooseFor: (text: string) => `Category for “${text}”`,
    placeholder: 'Choose a category',
    without: 'Send without a category',
    withoutAll: 'Send all without a category'
  },

  preview: {
    title: 'First rows',
    intro: 'As they will be sent.',
    row: 'Row',
    label: 'The first rows as they will be sent',
    checking: (count: number) => (count === 0 ? 'Checking the rows…' : `${rows(count)} checked…`),
    product: 'Product with variants',
    attributes: (attributes: Record<string, string>) =>
      Object.entries(attributes)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
    images: (count: number) => counted(count, 'image', 'images')
  },

  faults: {
    title: (count: number) => `${rows(count)} to fix`,
    fixed: 'All rows are fixed',
    theseFixed: 'These rows are fixed',
    intro: 'Correct the marked cells here or in your file. Rows with errors are left out.',
    introGroups:
      'Correct the marked cells here or in your file. A product is left out if one of its rows has an error.',
    label: 'Rows with errors',
    row: 'Row',
    problem: 'Error',
    download: 'Download these rows',
    shown: (count: number, total: number) =>
      `The first ${number.format(count)} of ${number.format(total)} are shown. The others follow once these are fixed.`,
    keys: 'Type to replace a cell, press Enter to edit it, or paste a column from a spreadsheet.'
  },

  showProblems: 'Show them',
  faultMessages: {
    SKU_TAKEN:
      'is already the SKU of one of your products; change it, or choose “Update the product” or “Skip the product”',
    INITIAL_INVENTORY_SET:
      'is only for new variants; leave it out, and change the stock with “Update existing products”'
  } as Record<string, string>,

  send: {
    ready: (count: number) => `${rows(count)} ready`,
    readyProducts: (count: number, items: number) => `${rows(count)}, ${products(items)} ready`,
    leftOut: (count: number) => `${rows(count)} left out`,
    willFail: (count: number) => `${count === 1 ? '1 row fails' : `${rows(count)} fail`} in the dry run`,
    productsFail: (count: number) =>
      `${count === 1 ? '1 product fails' : `${products(count)} fail`} in the dry run`,
    dryRun: 'Dry run',
    dryRunHint: 'Checks everything without changing anything.',
    import: (count: number) => (count === 0 ? 'Import' : `Import ${rows(count)}`),
    importProducts: (count: number) => (count === 0 ? 'Import' : `Import ${products(count)}`),
    update: (count: number) => (count === 0 ? 'Update' : `Update ${rows(count)}`),
    sending: 'Sending…',
    sendingHint: 'You can close this page. Sending continues when you come back.',
    running: (done: number, total: number) => `Dry run: ${number.format(done)} of ${rows(total)}`,
    runningProducts: (done: number, total: number) => `Dry run: ${number.format(done)} of ${products(total)}`,
    waiting: 'Waiting for other imports…',
    confirmTitle: (count: number) => `Leave out ${rows(count)}?`,
    confirm: (left: number, sent: number) =>
      `${rows(left)} with errors stay here, so that you can fix and import them later. ${rows(sent)} are sent now.`,
    confirmGroups: (left: number, sent: number) =>
      `${rows(left)} that have errors, or belong to a product with errors, stay here, so that you can fix and import them later. ${products(sent)} are sent now.`,
    confirmSubmit: 'Send the rest',
    expired:
      'This was sent more than 23 hours ago without a response. Check the list of imports before you send it again.',
    otherTab: 'This import was changed or sent in another tab. You now see that version.',
    again: 'Try again',
    forget: 'Prepare it again'
  },

  outcome: {
    dryRun: 'What would happen',
    dryRunOutdated: 'Before your last changes',
    done: 'The products were updated',
    nothing: 'Nothing was changed yet.',
    created: 'Created',
    updated: 'Updated',
    skipped: 'Skipped',
    unchanged: 'Unchanged',
    failed: 'Failed',
    warnings: 'With warnings',
    another: 'Import another file',
    fixBelow: 'The failed rows are below, with the reasons.'
  },

  job: {
    notFound: 'Import not found',
    notFoundDetail: 'Imports are stored for 90 days.',
    isDryRun: 'This was a dry run. Nothing was changed.',
    waiting: 'New products wait for approval. Customers see them after that.',
    progress: (done: number, total: number) => `${number.format(done)} of ${products(total)}`,
    images: (done: number, total: number) =>
      `${number.format(done)} of ${counted(total, 'image', 'images')} fetched`,
    imagesFailed: (count: number) => `${counted(count, 'image', 'images')} could not be fetched`,
    remaining: 'You can leave this page; the import continues.',
    cancel: 'Cancel the import',
    cancelTitle: 'Cancel this import?',
    cancelText: 'Rows that are not processed yet are cancelled. Products that were already created stay.',
    by: (name: string) => `by ${name}`,
    retryOf: 'Failed products of an earlier import',
    report: 'Download the report',
    reports: {
      failed: 'Failed products with reasons',
      'failed.xlsx': 'Spreadsheet with the errors marked (XLSX)',
      'failed.csv': 'CSV',
      all: 'All products with results',
      'report.csv': 'CSV'
    },
    products: 'Show the products',
    error: 'This import could not be finished',
    failedTitle: (count: number) => `${products(count)} failed`,
    failedIntro: 'Correct the marked cells, and send the products again.',
    importCorrected: 'Import a corrected report',
    failedRead: 'These products were not imported.',
    failedDryRun: 'These products would not be imported.',
    failedLabel: 'Failed products',
    shown: (count: number, total: number) =>
      `The first ${number.format(count)} of ${number.format(total)} are shown. Send them and come back for the others, or download the report.`,
    sendAgain: (count: number) => `Send ${products(count)} again`,
    which: 'Which products to send',
    scopeEdited: (count: string) => `Edited (${count})`,
    scopeAll: (count: string) => `All (${count})`,
    sentAgain: 'These products were sent again.',
    openNext: 'Open the new import',
    fixFirst: 'Correct the marked cells first.',
    warnings: 'The report lists the images that could not be fetched.'
  },

  variant: (index: number) => `Variant ${number.format(index)}`,

  fields: {
    variant_group: 'Variant group',
    variant_name: 'Variant name',
    attribute: 'Attribute',
    product: 'Name',
    name: 'Name',
    code: 'SKU',
    sku: 'SKU',
    vendor_price: 'Cost',
    full_description: 'Description',
    amount: 'Stock',
    min_qty: 'Minimum quantity',
    unit_of_measure: 'Unit',
    manufacturer_name: 'Manufacturer',
    manufacturer_part_number: 'Part number',
    brand: 'Brand',
    upc: 'UPC',
    unspsc: 'UNSPSC code',
    commodity_code: 'Commodity code',
    eccn: 'ECCN',
    country_of_origin: 'Country of origin',
    category_ids: 'Categories',
    images: 'Image addresses',
    weight: 'Weight',
    free_shipping: 'Free shipping',
    abilityone: 'AbilityOne',
    made_in_usa: 'Made in the USA',
    green_product: 'Green product',
    list_price: 'List price',
    variant_weight: 'Weight',
    initialInventory: 'Stock',
    is_active: 'Active',
    lead_time: 'Lead time (days)',
    product_id: 'Product ID',
    variants: 'Variants'
  } as Record<string, string>
}
