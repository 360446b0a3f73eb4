import {
  type Cell,
  cellName,
  checkPosition,
  checkText,
  faultyCell,
  parseCellName,
  type Row,
  type ValueCell,
  type ValueKind
} from '../cells.ts'
import { dateOfSerial, isoDate } from '../dates.ts'
import { broken } from '../errors.ts'
import { exactDecimal } from '../numbers.ts'
import type { MergedRanges } from '../read/merged-ranges.ts'
import { localName, type XmlHandler } from '../read/xml.ts'
import type { StringSpool } from '../string-spool.ts'
import { RichText, unescapeText } from './escaped-text.ts'
import type { NumberMeaning } from './number-formats.ts'
import { isTrue } from './workbook.ts'

/** What the cells of a sheet refer to. `strings` is missing if the workbook has no shared strings. */
export type SheetContext = {
  styles: NumberMeaning[]
  strings?: StringSpool
  is1904: boolean
  merged: MergedRanges
}

/** The element whose content is read. Elements that aren't listed here are skipped with everything in them. */
type Place = 'document' | 'sheet' | 'rows' | 'row' | 'cell' | 'value' | 'formula' | 'inline' | 'run' | 'text'

/** Which elements are read inside each element, and as what. */
const children: Record<Place, Record<string, Place>> = {
  document: { worksheet: 'sheet' },
  sheet: { sheetData: 'rows' },
  rows: { row: 'row' },
  row: { c: 'cell' },
  cell: { v: 'value', f: 'formula', is: 'inline' },
  value: {},
  formula: {},
  inline: { t: 'text', r: 'run' },
  run: { t: 'text' },
  text: {}
}

/** Receives the XML of a sheet of an .xlsx file, and collects its rows. */
export class SheetHandler implements XmlHandler {
  private readonly context: SheetContext
  private readonly path: Place[] = ['document']
  private skipped = 0
  private rows: Row[] = []

  private row = 0
  private isHidden = false
  private cells: Cell[] = []

  private column = 0
  private type = ''
  private style = 0
  private isFormula = false
  private hasValue = false
  private value = ''
  private readonly inline = new RichText()
  private readonly name = () => cellName(this.column, this.row)

  constructor(context: SheetContext) {
    this.context = context
  }

  /** Returns the complete rows since the last call. */
  take(): Row[] {
    const rows = this.rows
    this.rows = []
    return rows
  }

  open(name: string, attributes: Record<string, string>): void {
    const place = this.skipped > 0 ? undefined : children[this.place()][localName(name)]
    if (place === undefined) {
      if (this.path.length === 1) throw broken('A sheet is not a worksheet.')
      this.skipped++
      return
    }
    this.path.push(place)
    if (place === 'row') this.openRow(attributes)
    else if (place === 'cell') this.openCell(attributes)
    else if (place === 'value') this.hasValue = true
    else if (place === 'formula') this.isFormula = true
    else if (place === 'text') this.inline.open(attributes['xml:space'])
  }

  text(text: string): void {
    if (this.skipped > 0) return
    const place = this.place()
    if (place === 'text') this.inline.add(text, this.name)
    if (place !== 'value') return
    this.value += text
    // The text of a formula. Its length is checked like that of an inline text.
    if (this.value.length > 1_000_000) throw broken('The value of a cell is too long.', this.name())
  }

  close(): void {
    if (this.skipped > 0) {
      this.skipped--
      return
    }
    const place = this.path.pop()
    if (place === 'cell') this.closeCell()
    else if (place === 'text') this.inline.close()
    else if (place === 'row') this.closeRow()
  }

  private place(): Place {
    return this.path[this.path.length - 1] ?? 'document'
  }

  private openRow({ r, hidden }: Record<string, string>): void {
    const number = r === undefined ? this.row + 1 : Number(r)
    if (!Number.isInteger(number) || number <= this.row)
      throw broken(`Row ${this.row} is followed by row ${r}.`)
    checkPosition(1, number)
    this.row = number
    this.column = 0
    this.isHidden = isTrue(hidden)
    this.cells = []
  }

  private closeRow(): void {
    if (this.cells.length === 0) return
    const cells = this.context.merged.replaceIn(this.cells, this.row)
    this.rows.push({ number: this.row, isHidden: this.isHidden, cells })
  }

  private openCell({ r, t, s }: Record<string, string>): void {
    const previous = this.column
    if (r === undefined) this.column++
    else {
      const position = parseCellName(r)
      if (position?.row !== this.row || position.column <= previous)
        throw broken(`The cells of row ${this.row} are not in order.`)
      this.column = position.column
    }
    checkPosition(this.column, this.row)
    this.type = t ?? 'n'
    this.style = s === undefined ? 0 : Number(s)
    this.isFormula = false
    this.hasValue = false
    this.value = ''
  }

  private closeCell(): void {
    const cell = this.cell()
    if (cell) this.cells.push(cell)
  }

  private cell(): Cell | undefined {
    switch (this.type) {
      case 'inlineStr':
        return this.textCell(this.inline.take(this.name))
      case 's':
        return this.hasValue ? this.textCell(this.sharedString()) : this.withoutValue()
      case 'str':
        return this.hasValue ? this.textCell(this.formulaText()) : this.withoutValue()
    }
    const value = this.value.trim()
    if (value === '') return this.withoutValue()
    switch (this.type) {
      case 'b':
        return this.valueCell('boolean', isTrue(value) ? 'true' : 'false')
      case 'e':
        return this.valueCell('error', value)
      case 'd':
        return this.dateCell(isoDate(value))
      default:
        return this.number(value)
    }
  }

  private withoutValue(): Cell | undefined {
    return this.isFormula ? faultyCell('FORMULA_WITHOUT_VALUE', this.column, this.row) : undefined
  }

  private textCell(text: string): Cell | undefined {
    return text === '' ? undefined : this.valueCell('text', text)
  }

  private sharedString(): string {
    const text = this.context.strings?.get(Number(this.value))
    if (text === undefined) throw broken(`The text of ${this.name()} is missing.`, this.name())
    return text
  }

  private formulaText(): string {
    const text = unescapeText(this.value)
    checkText(text, this.name())
    return text
  }

  private number(value: string): Cell {
    const text = exactDecimal(value)
    if (text === undefined) return faultyCell('INVALID_NUMBER', this.column, this.row)
    const meaning = this.context.styles[this.style]
    if (meaning === 'date') return this.dateCell(dateOfSerial(Number(value), this.context.is1904))
    const cell = this.valueCell('number', text)
    return meaning === 'percent' ? { ...cell, isPercent: true } : cell
  }

  private dateCell(text: string | undefined): Cell {
    return text === undefined
      ? faultyCell('INVALID_DATE', this.column, this.row)
      : this.valueCell('date', text)
  }

  private valueCell(kind: ValueKind, text: string): ValueCell {
    return { column: this.column, kind, text, isFormula: this.isFormula }
  }
}
