import type { ColumnFormat, Fill } from './workbook.ts'
import { escapeXml } from './xml-text.ts'

/** The id of each format, and its code if Excel doesn't have it built in. */
const formats: Record<ColumnFormat, { id: number; code?: string }> = {
  general: { id: 0 },
  text: { id: 49 },
  integer: { id: 1 },
  decimal: { id: 164, code: '0.00######' },
  percent: { id: 10 },
  date: { id: 165, code: 'yyyy-mm-dd' },
  datetime: { id: 166, code: 'yyyy-mm-dd hh:mm:ss' },
  time: { id: 167, code: 'hh:mm:ss' }
}

/** The colours of cells, in the order of their styles. */
const fills: (Fill | undefined)[] = [undefined, 'fault', 'warning']
const names = Object.keys(formats) as ColumnFormat[]

/** The number of styles of cells without a line break. Those with one follow them. */
const plainStyles = names.length * fills.length

/** Returns the index of a style of cells. */
export function styleOf(format: ColumnFormat, fill?: Fill, wraps = false): number {
  return (wraps ? plainStyles : 0) + names.indexOf(format) * fills.length + fills.indexOf(fill)
}

/** The indexes of the styles of headers. */
export const headerStyles = {
  optional: 2 * plainStyles,
  required: 2 * plainStyles + 1
}

/** Returns the part with the styles. Excel requires the first two fills. */
export function stylesXml(): string {
  const codes = Object.values(formats).filter(({ code }) => code !== undefined)
  const numFmts = codes.map(
    ({ id, code = '' }) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`
  )
  const stylesOf = (wrapping: string) =>
    names.flatMap((name) =>
      fills.map((_, fill) => {
        const id = fill === 0 ? 0 : fill + 3
        return `<xf numFmtId="${formats[name].id}" fontId="0" fillId="${id}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1" applyAlignment="1"><alignment vertical="top"${wrapping}/></xf>`
      })
    )
  const cellStyles = [...stylesOf(''), ...stylesOf(' wrapText="1"')]
  const header = (font: number, fill: number) =>
    `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" ` +
    'applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>'
  const solid = (colour: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour}"/><bgColor indexed="64"/></patternFill></fill>`
  const font = (style: string) => `<font>${style}<name val="Calibri"/><family val="2"/></font>`
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>` +
    `<fonts count="3">${font('<sz val="11"/>')}${font('<b/><sz val="11"/><color rgb="FF1F2937"/>')}` +
    `${font('<b/><sz val="11"/><color rgb="FFFFFFFF"/>')}</fonts>` +
    '<fills count="6"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    `${solid('DBE3EE')}${solid('1F3864')}${solid('FFC7CE')}${solid('FFEB9C')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cellStyles.length + 2}">${cellStyles.join('')}${header(1, 2)}${header(2, 3)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}
