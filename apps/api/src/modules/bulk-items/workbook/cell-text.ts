import { type Cell, cellName } from '@purveyor/spreadsheets'
import { findField } from '../../../../../../packages/client/src/catalog-file/fields.ts'
import { UnreadableCell } from '../../../../../../packages/client/src/catalog-file/values.ts'

/**
 * Returns the text of a cell of the given column, as if it had been typed into a CSV file, or the reason why it has no value.
 * Numbers have all their digits, without zeros at the end of the fraction. Percentages end in %, as they are shown.
 */
export function cellText(
  cell: Cell,
  { row, field }: { row: number; field: string }
): string | UnreadableCell {
  if (cell.kind === 'fault') {
    // The message of an error begins with the name of the field.
    const name = `${cellName(cell.column, row)} `
    const message = cell.text.startsWith(name) ? cell.text.slice(name.length) : cell.text
    return new UnreadableCell(cell.code, message.replace(/\.$/, ''))
  }
  const { kind, text } = cell
  // In .xlsx files, _x0000_ stands for it.
  if (text.includes('\0'))
    return new UnreadableCell(
      'NUL_CHARACTER',
      'must not contain the character U+0000',
      text.replaceAll('\0', '\uFFFD')
    )
  if (kind === 'error') return new UnreadableCell('SPREADSHEET_ERROR', formulaError(text), text)
  if (kind === 'date' && findField(field)?.kind === 'code')
    return new UnreadableCell('RUINED_NUMBER', madeDate(text), text)
  if (kind !== 'number') return text
  const digits = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  if (field === 'upc' && /^\d{10,11}$/.test(digits))
    return new UnreadableCell('LOST_ZERO', lostZero(digits), digits)
  return cell.isPercent ? `${percentage(digits)}%` : digits
}

function formulaError(text: string): string {
  return `is ${text}, the error of a formula; enter the value`
}

function madeDate(text: string): string {
  return `is the date ${text}, which a spreadsheet has made of what was typed; format the column as text, and enter it again`
}

function lostZero(digits: string): string {
  return (
    `is a number of ${digits.length} digits, so a zero at its beginning may have been lost; format the column as text, and ` +
    'enter all digits'
  )
}

/** Multiplies a decimal number by 100, exactly. */
function percentage(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(decimal) ?? []
  const digits = (whole + fraction.padEnd(2, '0')).padStart(3, '0')
  const point = digits.length - Math.max(fraction.length - 2, 0)
  const rest = digits.slice(point)
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`
}
