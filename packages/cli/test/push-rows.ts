import { stringify } from 'csv-stringify/sync'

/** A row of a supplier's file. */
export type SupplierRow = Record<(typeof columns)[number], string>

export const columns = [
  ...(['Item name', 'SKU', 'Part #', 'Cost', 'MSRP', 'Qty', 'U/M', 'UPC', 'Brand'] as const),
  ...(['Made in USA', 'Description'] as const)
] as const

/** Returns a valid row. Rows of different numbers differ. */
export function supplierRow(number: number, prefix = 'S'): SupplierRow {
  return {
    'Item name': `Hex bolt M${number % 40}, "grade ${number}"`,
    SKU: `${prefix}-${String(number).padStart(7, '0')}`,
    'Part #': `00${number}`,
    Cost: number % 3 === 0 ? `$${number % 90},${100 + (number % 900)}.50` : `${number % 100}.25`,
    MSRP: '99.00',
    Qty: number % 2 === 0 ? String(number) : `${number}.0`,
    'U/M': 'EA',
    UPC: `0${String(12_345_000_000 + number)}`,
    Brand: 'Boltwell',
    'Made in USA': number % 2 === 0 ? 'Yes' : 'n',
    Description: number % 5 === 0 ? `Zinc, coated.\r\nBox of ${number}.` : ''
  }
}

/** Ten kinds of errors: how a row gets the error, and the column and code with which it is reported. */
export const faultKinds: {
  column: (typeof columns)[number]
  code: string
  /** True if the service finds the error. The others are found in the file. */
  isServices?: true
  spoil: (row: SupplierRow, first: SupplierRow) => Partial<SupplierRow>
}[] = [
  { column: 'UPC', code: 'RUINED_NUMBER', spoil: () => ({ UPC: '1.23457E+11' }) },
  { column: 'Cost', code: 'INVALID_NUMBER', spoil: () => ({ Cost: '1,234' }) },
  { column: 'Cost', code: 'SPREADSHEET_ERROR', spoil: () => ({ Cost: '#REF!' }) },
  { column: 'Qty', code: 'INVALID_NUMBER', spoil: () => ({ Qty: '12.5' }) },
  { column: 'Made in USA', code: 'NOT_ALLOWED', spoil: () => ({ 'Made in USA': 'maybe' }) },
  { column: 'Item name', code: 'REQUIRED', spoil: () => ({ 'Item name': ' ' }) },
  { column: 'SKU', code: 'DUPLICATE_CODE', spoil: (_row, first) => ({ SKU: first.SKU }) },
  { column: 'Item name', code: 'TOO_SHORT', isServices: true, spoil: () => ({ 'Item name': 'M8' }) },
  { column: 'Cost', code: 'INVALID_DECIMAL', isServices: true, spoil: () => ({ Cost: '0.123456' }) },
  { column: 'U/M', code: 'TOO_LONG', isServices: true, spoil: () => ({ 'U/M': 'each '.repeat(20) }) }
]

/** Returns rows as a CSV file with a header. */
export function csvOf(rows: SupplierRow[]): string {
  return stringify(rows, { header: true, columns: [...columns] })
}
