/** Texts that a spreadsheet would interpret as a formula get an apostrophe in front, as in the exports of the API. */
const formula = /^[=+\-@\t\r]/

/** Returns a line of CSV. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
