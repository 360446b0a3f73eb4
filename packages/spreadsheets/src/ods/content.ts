import {
  type Cell,
  cellName,
  checkPosition,
  faultyCell,
  MAX_CELL_TEXT,
  type ValueCell,
  type ValueKind
} from '../cells.ts'
import { isoDate, timeOfDuration } from '../dates.ts'
import { broken, tooMany } from '../errors.ts'
import { exactDecimal } from '../numbers.ts'
import type { RepeatedCell, SheetRows } from '../read/open-workbook.ts'
import type { XmlHandler } from '../read/xml.ts'
import { Names } from './names.ts'
import { Paragraphs } from './paragraphs.ts'

/** The element whose content is read. Elements that aren't listed here are skipped with everything in them. */
type Place =
  | 'document'
  | 'content'
  | 'styles'
  | 'style'
  | 'table-style'
  | 'body'
  | 'spreadsheet'
  | 'table'
  | 'row'
  | 'cell'
  | 'covered'
  | 'paragraph'
  | 'inline'
  | 'space'
  | 'tab'
  | 'line-break'
  | 'group'

const inline: Record<string, Place> = {
  'text:span': 'inline',
  'text:a': 'inline',
  'text:ruby': 'inline',
  'text:ruby-base': 'inline',
  'text:s': 'space',
  'text:tab': 'tab',
  'text:line-break': 'line-break'
}

const rows: Record<string, Place> = {
  'table:table-row': 'row',
  'table:table-rows': 'group',
  'table:table-header-rows': 'group',
  'table:table-row-group': 'group'
}

/** Which elements are read inside each element, and as what. */
const children: Record<Place, Record<string, Place>> = {
  document: { 'office:document-content': 'content' },
  content: { 'office:automatic-styles': 'styles', 'office:body': 'body' },
  styles: { 'style:style': 'style' },
  style: { 'style:table-properties': 'table-style' },
  'table-style': {},
  body: { 'office:spreadsheet': 'spreadsheet' },
  spreadsheet: { 'table:table': 'table' },
  table: rows,
  group: rows,
  row: { 'table:table-cell': 'cell', 'table:covered-table-cell': 'covered' },
  cell: { 'text:p': 'paragraph' },
  covered: {},
  paragraph: inline,
  inline,
  space: {},
  tab: {},
  'line-break': {}
}

/** Selects sheets by their names, and whether they are hidden. */
export type SheetFilter = (name: string, isHidden: boolean) => boolean

/** Receives the content of an .ods file, and collects the rows of the selected sheets. */
export class ContentHandler implements XmlHandler {
  private readonly isSelected: SheetFilter
  private readonly maxSheets: number
  private readonly names = new Names()
  private readonly path: Place[] = ['document']
  private skipped = 0
  private found: SheetRows[] = []

  private styleName = ''
  private readonly hiddenStyles = new Set<string>()
  private sheetCount = 0
  private sheet = ''

  private row = 0
  private rowRepeat = 1
  private isHidden = false
  private cells: RepeatedCell[] = []

  private column = 0
  private attributes: Record<string, string> = {}
  /** The number of covered cells that belong to a merged cell of the same row. */
  private covered = 0
  private readonly paragraphs = new Paragraphs()
  private readonly name = () => cellName(this.column + 1, this.row)

  constructor(isSelected: SheetFilter, maxSheets: number) {
    this.isSelected = isSelected
    this.maxSheets = maxSheets
  }

  /** Returns the complete rows since the last call. */
  take(): SheetRows[] {
    const found = this.found
    this.found = []
    return found
  }

  open(rawName: string, rawAttributes: Record<string, string>): void {
    if (this.path.length === 1 && this.skipped === 0) this.names.declare(rawAttributes)
    const place = this.skipped > 0 ? undefined : children[this.place()][this.names.element(rawName)]
    if (place === undefined) {
      if (this.path.length === 1) throw broken('Its content is not that of a workbook.')
      this.skipped++
      return
    }
    const attributes = this.names.attributes(rawAttributes)
    if (place === 'table' && !this.openTable(attributes)) {
      this.skipped++
      return
    }
    this.path.push(place)
    this.openPlace(place, attributes)
  }

  private openPlace(place: Place, attributes: Record<string, string>): void {
    if (place === 'row') this.openRow(attributes)
    else if (place === 'cell' || place === 'covered') this.attributes = attributes
    else if (place === 'paragraph') this.paragraphs.open()
    else if (place === 'space') this.addSpaces(repeatOf(attributes['text:c']))
    else if (place === 'tab') this.paragraphs.addExactly('\t', this.name)
    else if (place === 'line-break') this.paragraphs.addExactly('\n', this.name)
    else if (place === 'style') this.styleName = attributes['style:name'] ?? ''
    else if (place === 'table-style' && attributes['table:display'] === 'false')
      this.hiddenStyles.add(this.styleName)
  }

  text(text: string): void {
    if (this.skipped > 0) return
    const place = this.place()
    if (place === 'paragraph' || place === 'inline') this.paragraphs.add(text, this.name)
  }

  close(): void {
    if (this.skipped > 0) {
      this.skipped--
      return
    }
    const place = this.path.pop()
    if (place === 'cell') this.closeCell()
    else if (place === 'covered') this.closeCoveredCell()
    else if (place === 'paragraph') this.paragraphs.close()
    else if (place === 'row') this.closeRow()
  }

  private place(): Place {
    return this.path[this.path.length - 1] ?? 'document'
  }

  /** Returns false if the sheet isn't selected. */
  private openTable(attributes: Record<string, string>): boolean {
    if (++this.sheetCount > this.maxSheets) throw tooMany('TOO_MANY_SHEETS', this.maxSheets, 'sheets')
    this.sheet = attributes['table:name'] ?? ''
    this.row = 0
    this.rowRepeat = 1
    return this.isSelected(this.sheet, this.hiddenStyles.has(attributes['table:style-name'] ?? ''))
  }

  private openRow(attributes: Record<string, string>): void {
    this.row += 1
    this.rowRepeat = repeatOf(attributes['table:number-rows-repeated'])
    const visibility = attributes['table:visibility']
    this.isHidden = visibility === 'collapse' || visibility === 'filter'
    this.column = 0
    this.covered = 0
    this.cells = []
  }

  private closeRow(): void {
    const last = this.row + this.rowRepeat - 1
    if (this.cells.length > 0) {
      checkPosition(1, last)
      const row = { number: this.row, isHidden: this.isHidden, cells: this.cells, repeat: this.rowRepeat }
      const batch = this.found.at(-1)
      if (batch?.sheet === this.sheet) batch.rows.push(row)
      else this.found.push({ sheet: this.sheet, rows: [row] })
    }
    this.row = last
  }

  private closeCell(): void {
    const repeat = repeatOf(this.attributes['table:number-columns-repeated'])
    const text = this.paragraphs.take()
    const columns = repeatOf(this.attributes['table:number-columns-spanned'])
    const isMerged = columns > 1 || repeatOf(this.attributes['table:number-rows-spanned']) > 1
    this.covered = columns - 1
    if (isMerged) this.add(faultyCell('MERGED_CELLS', this.column + 1, this.row), repeat)
    else this.add(this.cell(text), repeat)
  }

  /** Reports a cell that a merged cell of an earlier row covers. */
  private closeCoveredCell(): void {
    const repeat = repeatOf(this.attributes['table:number-columns-repeated'])
    const known = Math.min(repeat, this.covered)
    this.covered -= known
    this.column += known
    if (repeat > known) this.add(faultyCell('MERGED_CELLS', this.column + 1, this.row), 1)
    this.column += Math.max(repeat - known - 1, 0)
  }

  private add(cell: Cell | undefined, repeat: number): void {
    if (cell) {
      checkPosition(this.column + repeat, this.row)
      this.cells.push(repeat > 1 ? { ...cell, repeat } : cell)
    }
    this.column += repeat
  }

  private cell(text: string): Cell | undefined {
    const isFormula = this.attributes['table:formula'] !== undefined
    const value = (kind: ValueKind, content: string): ValueCell => ({
      column: this.column + 1,
      kind,
      text: content,
      isFormula
    })
    const fault = (code: 'INVALID_NUMBER' | 'INVALID_DATE' | 'FORMULA_WITHOUT_VALUE') =>
      faultyCell(code, this.column + 1, this.row)
    if (this.attributes['calcext:value-type'] === 'error') return value('error', text || '#VALUE!')
    const type = this.attributes['office:value-type']
    switch (type) {
      case 'float':
      case 'currency':
      case 'percentage': {
        const number = this.attributes['office:value']
        if (number === undefined && isFormula) return fault('FORMULA_WITHOUT_VALUE')
        const exact = exactDecimal(number ?? '')
        if (exact === undefined) return fault('INVALID_NUMBER')
        return type === 'percentage' ? { ...value('number', exact), isPercent: true } : value('number', exact)
      }
      case 'date': {
        const date = isoDate(this.attributes['office:date-value'] ?? '')
        return date === undefined ? fault('INVALID_DATE') : value('date', date)
      }
      case 'time': {
        const time = timeOfDuration(this.attributes['office:time-value'] ?? '')
        return time === undefined ? fault('INVALID_DATE') : value('date', time)
      }
      case 'boolean':
        return value('boolean', this.attributes['office:boolean-value'] === 'true' ? 'true' : 'false')
    }
    const content = this.attributes['office:string-value'] ?? text
    if (content !== '') return value('text', content)
    return isFormula && type === undefined ? fault('FORMULA_WITHOUT_VALUE') : undefined
  }

  private addSpaces(count: number): void {
    this.paragraphs.addExactly(' '.repeat(Math.min(count, MAX_CELL_TEXT + 1)), this.name)
  }
}

function repeatOf(value: string | undefined): number {
  if (value === undefined) return 1
  const count = Number(value)
  if (!Number.isInteger(count) || count < 1 || count > 2 ** 31)
    throw broken('It has a repetition that is not valid.')
  return count
}
