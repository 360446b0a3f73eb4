/** Text that a spreadsheet would calculate, and such text with apostrophes in front. */
const FORMULA = /^'*[=+\-@\t\r]/
const PROTECTED = /^'+[=+\-@\t\r]/

/** Puts an apostrophe before text that a spreadsheet would calculate. Only for cells of CSV files. */
export function protectFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Removes the apostrophe that `protectFormula` and the CSV reports of the service put before a text. */
export function restoreFormula(text: string): string {
  return PROTECTED.test(text) ? text.slice(1) : text
}
