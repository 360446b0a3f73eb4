import { counted, number } from './counted.ts'

const rows = (count: number) => counted(count, 'row', 'rows')
const products = (count: number) => counted(count, 'product', 'products')

/** Imports of products from files. */
export const imports = {
  intro:
    'Create products, or change costs and stock, from a spreadsheet (XLSX, ODS), or a CSV or NDJSON file.',
  new: 'New import',
  newTitle: 'New import',
  all: 'All imports',
  empty: 'No imports yet',
  emptyDetail:
    'Drop a file with your products. You see what it will do, row by row, before anything is changed.',
  emptyRead: 'Imports of your team from the last 90 days are shown here.',
  listLabel: 'Imports, newest first',
  noMatch: 'No import has this status',
  filter: 'Status',
  anyStatus: 'Any status',
  loadMore: 'Show older imports',
  goOn: (name: string) => `“${name}” is not imported yet.`,
  goOnRest: (name: string) => `Rows of “${name}” are left to import.`,
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
    reading: 'The file is being read…',
    limits:
      'XLSX, ODS, CSV or NDJSON. Up to 1,000,000 rows to create products, or 50,000 rows to change costs and stock; spreadsheets up to 64 MB.',
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
    guessed: 'The file is not UTF-8, so it is read as Windows-1252. Check the letters with accents below.',
    rest: (count: string) => `Only the rows that are left: ${count}.`,
    problems: {
      EMPTY: 'The file is empty.',
      OLD_EXCEL:
        'This is a workbook of an old version of Excel (.xls). Open it in Excel or LibreOffice, and save it as .xlsx.',
      ENCRYPTED: 'The workbook is protected with a password. Save it without a password.',
      WORKBOOK_TOO_LARGE: 'The workbook is larger than 64 MB. Split it into several files.',
      GZIP: 'The file is compressed. Decompress it first.',
      PDF: 'This is a PDF document. Ask for the catalog as a spreadsheet or a CSV file.',
      BINARY:
        'This is neither a spreadsheet nor a text file. Save it as .xlsx or as “CSV UTF-8”, and choose that file.',
      JSON_ARRAY: 'This is a JSON array. NDJSON has one object on each line, without brackets and commas.',
      JSON_LINES: 'An object of this file has several lines. NDJSON has one object on each line.',
      NO_ROWS: 'The file has only a header, and no rows.',
      UNCLOSED_QUOTE: 'A cell begins with a quote (") that is never closed.',
      TOO_MANY_COLUMNS: 'The file has more than 1,000 columns.',
      TOO_MANY_ROWS: 'The file has more rows than can be sent at a time. Split it into several files.',
      NOT_READABLE: 'The file can no longer be read. It was changed, moved or deleted. Choose it again.'
    },
    problemRow: (row: number, text: string) => `Row ${row}: ${text}`
  },

  workbook: {
    hint: 'The first sheet is read. Its first row has the names of the columns, as in the template. Rows directly below each other with the same variant group are one product.',
    retryOf:
      'These are the corrected rows of an earlier import, which no longer counts as failed after this one.',
    checkFirst: 'A dry run shows what the file will do, and the cells with errors.',
    ignored: (columns: readonly string[]) => `Columns that are not used: ${columns.join(', ')}`,
    refused: 'The workbook was not accepted. Nothing was changed.',
    inCell: (cell: string, message: string) => `Cell ${cell}: ${message}`,
    failedRows: (count: number) => `${rows(count)} to fix`,
    faultsIntro:
      'Correct these cells in your file and choose it again, or correct the failed rows and import only those.',
    faultsLabel: 'Cells with errors',
    cell: 'Cell',
    field: 'Field',
    shown: (count: number) => `The first ${number.format(count)} errors are shown.`,
    downloadFailed: 'Download the failed rows'
  },

  template: {
    title: 'Start with a template',
    intro:
      'A spreadsheet with a column for each field and attribute of your categories, lists to choose from, and an explanation of each column.',
    categories: 'Categories',
    categoriesHint:
      'Each adds the columns of its attributes. Without a category, the template has only the general fields.',
    categoriesOfProducts:
      'Only products in these categories and below them. Without a category, all products.',
    withProducts: 'Fill in my products',
    withProductsHint:
      'Edit them and import the file again with “Update the product”. Stock and images are left out.',
    download: 'Download the template',
    file: 'template.xlsx',
    productsFile: 'products.xlsx'
  },

  warnings: {
    title: (count: number) => `${products(count)} with warnings`,
    intro:
      'These values were accepted, but may be wrong. Check them, and correct them in the product or with an update.',
    introDryRun: 'These values would be accepted, but may be wrong.',
    label: 'Values that may be wrong',
    warning: 'Warning',
    shown: (count: number) => `The warnings of the first ${products(count)} are shown. The report has all.`
  },

  mode: {
    title: 'What the file does',
    create: 'Add products',
    createHint:
      'Each row is a product, unless a column says which rows are variants of one product. New products wait for approval.',
    update: 'Update existing products',
    updateHint:
      'Changes cost, stock and a few other fields at once, without approval. Products are found by SKU.',
    onExisting: 'If a SKU exists already',
    onExistings: {
      fail: 'Report the product as failed',
      update: 'Update the product',
      skip: 'Skip the product'
    }
  },

  mapping: {
    title: 'Columns',
    intro: 'Choose what each column is. Your choice is remembered for the next file.',
    column: 'Column of the file',
    sample: 'First value',
    field: 'Field',
    fieldOf: (column: string) => `Field of the column “${column}”`,
    notSent: 'Not sent',
    noValue: 'no value',
    required: 'required',
    missing: (fields: string) => `No column is chosen for ${fields}.`,
    repeated: (fields: string) => `Several columns are chosen for ${fields}. Keep one of them.`,
    retail: 'Retail prices are computed from your cost.',
    group:
      'Rows with the same value are one product, with a variant for each row. The value becomes the SKU of the product.',
    names: (column: string) => `Names the attribute in “${column}”.`,
    stockOfNew: 'Variants that exist can have no new stock here. Change it with “Update existing products”.',
    notForVariants: 'Products with variants are sent without it.',
    variants: 'The lines of this file have variants. They are sent as they are.',
    more: (count: number) => `Show ${counted(count, 'column', 'columns')} that are not sent`,
    reset: 'Guess again'
  },

  categories: {
    title: 'Categories',
    intro: "The marketplace doesn't have these categories under this name. Choose one for each.",
    text: 'In the file',
    rows: 'Rows',
    choose: 'Category',
    chooseFor: (text: string) => `Category for “${text}”`,
    placeholder: 'Choose a category',
    without: 'Send without a category',
    withoutAll: 'Send all of them without a category'
  },

  preview: {
    title: 'First rows',
    intro: 'As they will be sent.',
    row: 'Row',
    label: 'The first rows as they will be sent',
    checking: (count: number) => (count === 0 ? 'The rows are being checked…' : `${rows(count)} checked…`),
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
    intro: "Correct the marked cells here, or in your file. Rows that can't be read are left out.",
    introGroups:
      'Correct the marked cells here, or in your file. A product is left out as long as one of its rows has an error.',
    label: 'Rows with errors',
    row: 'Row',
    problem: 'Error',
    download: 'Download these rows',
    shown: (count: number, total: number) =>
      `The first ${number.format(count)} of ${number.format(total)} are shown. The others follow when these are fixed.`,
    keys: 'Type to replace a cell, press Enter to edit it, or paste a column from a spreadsheet.'
  },

  showProblems: 'Show them',
  faultMessages: {
    SKU_TAKEN:
      'is already the SKU of one of your products; change it, or choose “Update the product” or “Skip the product”',
    INITIAL_INVENTORY_SET:
      'is set only for new variants; leave it out, and change the stock with “Update existing products”'
  } as Record<string, string>,

  send: {
    ready: (count: number) => `${rows(count)} ready`,
    readyProducts: (count: number, items: number) => `${rows(count)}, ${products(items)} ready`,
    leftOut: (count: number) => `${rows(count)} left out`,
    willFail: (count: number) => `${count === 1 ? '1 row fails' : `${rows(count)} fail`} in the dry run`,
    productsFail: (count: number) =>
      `${count === 1 ? '1 product fails' : `${products(count)} fail`} in the dry run`,
    dryRun: 'Dry run',
    dryRunHint: 'Checks everything with the service, and changes nothing.',
    import: (count: number) => (count === 0 ? 'Import' : `Import ${rows(count)}`),
    importProducts: (count: number) => (count === 0 ? 'Import' : `Import ${products(count)}`),
    update: (count: number) => (count === 0 ? 'Update' : `Update ${rows(count)}`),
    sending: 'Sending…',
    sendingHint: 'You can reload or close this page; it continues when you come back.',
    running: (done: number, total: number) => `Dry run: ${number.format(done)} of ${rows(total)}`,
    runningProducts: (done: number, total: number) => `Dry run: ${number.format(done)} of ${products(total)}`,
    waiting: 'The dry run waits for its turn…',
    confirmTitle: (count: number) => `Leave out ${rows(count)}?`,
    confirm: (left: number, sent: number) =>
      `${rows(left)} have errors and are left out. They stay here, so that you can fix and import them later. ${rows(sent)} are sent now.`,
    confirmGroups: (left: number, sent: number) =>
      `${rows(left)} have errors, or belong to a product with errors, and are left out. They stay here, so that you can fix and import them later. ${products(sent)} are sent now.`,
    confirmSubmit: 'Send the others',
    expired:
      'This was sent more than 23 hours ago, and no response has arrived. Look at the list of imports before you send it again.',
    otherTab: 'This import was changed or sent in another tab. It is shown as it is there.',
    again: 'Try again',
    forget: 'Prepare it again'
  },

  outcome: {
    dryRun: 'What would happen',
    dryRunOutdated: 'What would have happened before your last changes',
    done: 'The products were updated',
    nothing: 'Nothing was changed yet.',
    created: 'Created',
    updated: 'Updated',
    skipped: 'Skipped',
    unchanged: 'Unchanged',
    failed: 'Failed',
    warnings: 'With warnings',
    another: 'Import another file',
    fixBelow: 'The rows that failed are below, with the reasons.'
  },

  job: {
    notFound: 'There is no such import',
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
    cancelText: 'What is not processed yet is cancelled. Products that were created stay.',
    by: (name: string) => `by ${name}`,
    retryOf: 'Failed products of an earlier import',
    report: 'Download the report',
    reports: {
      failed: 'The failed products with the reasons',
      'failed.xlsx': 'As a spreadsheet with the errors marked (XLSX)',
      'failed.csv': 'As CSV',
      all: 'All products with their results',
      'report.csv': 'As CSV'
    },
    products: 'Show the products',
    error: 'The service could not finish this import',
    failedTitle: (count: number) => `${products(count)} failed`,
    failedIntro: 'Correct the marked cells and send the products again, or import a corrected report.',
    importCorrected: 'Import a corrected report',
    failedRead: 'These products were not imported.',
    failedDryRun: 'These products would not be imported.',
    failedLabel: 'Failed products',
    inVariants: 'The variants below have errors.',
    shown: (count: number, total: number) =>
      `The first ${number.format(count)} of ${number.format(total)} are shown. Send them, then come back for the others, or download the report.`,
    sendAgain: (count: number) => `Send ${products(count)} again`,
    which: 'Which products to send',
    scopeEdited: (count: string) => `Edited (${count})`,
    scopeAll: (count: string) => `All (${count})`,
    sentAgain: 'These products were sent again.',
    openNext: 'Open that import',
    fixFirst: "Some values can't be read. Correct the marked cells.",
    warnings: 'Images that could not be fetched are reported as warnings in the report.'
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
    product_id: 'Product id',
    variants: 'Variants'
  } as Record<string, string>
}
