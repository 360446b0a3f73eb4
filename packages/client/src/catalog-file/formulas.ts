/** Text that a spreadsheet would calculate, and such text with apostrophes in front. */
const FORMULA = /^'*[=+\-@\t\r]/
const PROTECTED = /^'+[=+\-@\t\r]/

/** Puts an apostrophe before text that a spreadsheet would calculate. Only for cells of CSV files. */
export function protectFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** What spreadsheets need to show a text that looks like a number as it is: `="00123"`. */
const TEXT_FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/

/**
 * Removes the apostrophe that `protectFormula` and the CSV reports of the service put before a text, and returns the
 * text of a formula such as `="00123"`.
 */
export function restoreFormula(text: string): string {
  if (PROTECTED.test(text)) return text.slice(1)
  const formula = TEXT_FORMULA.exec(text)?.[1]
  return formula === undefined ? text : formula.replaceAll('""', '"')
}
