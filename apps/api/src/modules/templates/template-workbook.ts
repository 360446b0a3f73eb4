import type {
  ColumnOptions,
  SheetColumn,
  WrittenCell,
  WrittenSheet,
  WrittenWorkbook
} from '@purveyor/spreadsheets'
import { optionText } from '../bulk-items/workbook/option-text.ts'
import type { FieldColumn, Units } from './field-columns.ts'
import { type ColumnWords, columnWords, type TemplateColumn } from './template-columns.ts'

export const sheetNames = { products: 'Products', values: 'Allowed values', explanation: 'Explanation' }

/** What a template is made of. */
export type Template = {
  columns: readonly TemplateColumn[]
  units: Units
  /** The categories of the list to choose from: their text in a cell, and their id. */
  categories: readonly { id: string; text: string }[]
  /** Returns the path of a category. */
  pathOf: (id: string) => string
  rows: WrittenSheet['rows']
  /** Further columns before and after those of the template. */
  before?: readonly SheetColumn[]
  after?: readonly SheetColumn[]
}

/** The maximum number of lines that are shown of a row with errors. */
const maxReportLines = 6

/** Returns the workbook of a template: the sheet to fill in, the values of its lists, and an explanation. */
export function templateWorkbook(template: Template): WrittenWorkbook {
  const words = wordsOf(template)
  const values = new AllowedValues(template)
  const columns = template.columns.map((column, index) => {
    const options = values.optionsOf(column)
    return { ...sheetColumn(column, words[index] as ColumnWords), ...(options && { options }) }
  })
  const { before = [], after = [], rows } = template
  return {
    sheets: [
      {
        ...{ name: sheetNames.products, columns: [...before, ...columns, ...after], rows },
        ...{ frozenColumns: 2, maxLines: before.length === 0 ? 1 : maxReportLines }
      },
      values.sheet(),
      explanationSheet(words)
    ]
  }
}

/** Describes the columns. The example of a category is one of the list. */
function wordsOf({ columns, units, pathOf, categories: [first] }: Template): ColumnWords[] {
  return columns.map((column) => {
    const words = columnWords(column, units, pathOf)
    return column.field?.type === 'category' && first ? { ...words, example: first.text } : words
  })
}

function sheetColumn({ field, attribute }: TemplateColumn, words: ColumnWords): SheetColumn {
  const { width, format } = field ?? attribute
  return {
    ...{ header: words.header, width, format, note: noteOf(words) },
    isRequired: words.requirement === 'REQUIRED',
    ...(field?.isLong && { wraps: true })
  }
}

/** Returns the note at the header of a column. */
function noteOf({ need, type, unit, limits, help, example }: ColumnWords): string {
  const kind = [type, unit && `in ${unit}`].filter(Boolean).join(', ')
  return [`${need}. ${kind}.`, help, limits && `${limits}.`, example && `Example: ${example}`]
    .filter(Boolean)
    .join('\n')
}

type ListedValue = { column: string; value: string; code: string }

/** The values of the lists to choose from, which are in a sheet of their own. Its first row has the headers. */
class AllowedValues {
  private readonly listed: ListedValue[] = []
  private readonly ranges = new Map<string, ColumnOptions>()
  private readonly template: Template

  constructor(template: Template) {
    this.template = template
  }

  /** Returns the list of a column, or undefined if it has none. */
  optionsOf({ field, attribute }: TemplateColumn): ColumnOptions | undefined {
    if (field) return this.fieldOptions(field)
    const { type, options, code } = attribute.attribute
    if (type === 'BOOLEAN') return this.yesOrNo()
    const values = options.map((option) => ({
      ...{ column: attribute.header, code: option.code },
      value: optionText(attribute.attribute, option)
    }))
    return this.add(`attribute ${code}`, values, type === 'OPTIONS')
  }

  private fieldOptions({ type, header }: FieldColumn): ColumnOptions | undefined {
    if (type === 'yesNo') return this.yesOrNo()
    if (type !== 'category') return undefined
    const { categories } = this.template
    const values = categories.map(({ id, text }) => ({ column: header, value: text, code: id }))
    return this.add('categories', values, true)
  }

  private yesOrNo(): ColumnOptions | undefined {
    const values = ['Yes', 'No'].map((value) => ({ column: 'Columns with Yes or No', value, code: '' }))
    return this.add('yes or no', values, false)
  }

  /** `isOpen` is true if a cell can have several of the values, which the list doesn't contain. */
  private add(key: string, values: ListedValue[], isOpen: boolean): ColumnOptions | undefined {
    const known = this.ranges.get(key)
    if (known || values.length === 0) return known
    const firstRow = this.listed.length + 2
    const range = { sheet: sheetNames.values, column: 2, firstRow, count: values.length, isOpen }
    for (const value of values) this.listed.push(value)
    this.ranges.set(key, range)
    return range
  }

  sheet(): WrittenSheet {
    return {
      name: sheetNames.values,
      columns: [
        { header: 'Column', width: 30, format: 'text' },
        { header: 'Value', width: 44, format: 'text' },
        { header: 'Code', width: 38, format: 'text', note: 'For programs. You can enter the value instead.' }
      ],
      rows: this.listed.map(({ column, value, code }) => textCells([column, value, code])),
      hasFilter: true
    }
  }
}

const instructions: [string, string][] = [
  [
    'How to fill in the file',
    'Use the sheet Products: one row for each product, or for each variant of a product. Leave the headers in row 1 as they ' +
      'are. You can delete columns that you do not need, and move the others.'
  ],
  [
    'Required columns',
    'Columns with a dark header must have a value in each row. If they are only for some categories, which are named below, ' +
      'only the rows of these need a value. If a product has several rows, only the first one needs the values that all have ' +
      'in common, such as the name.'
  ],
  [
    'Variants',
    'Products with several variants have a row for each, directly below each other, with the same text in Variant group.'
  ],
  [
    'Lists',
    'Some cells offer a list of values. The sheet Allowed values has all of them. In columns with several choices, separate ' +
      'the values by semicolons.'
  ],
  [
    'How to send the file',
    'Save it as .xlsx or .ods, and send it with a bulk upload (POST /api/v1/vendor/products/bulk-upload). To change existing products, ' +
      'set on_existing to update. Empty cells change nothing. If you fill in attributes of a product or variant, ' +
      'those whose cells are empty are removed.'
  ],
  [
    'How to correct errors',
    'Download the report of the import as .xlsx. It has the rows that failed, with the faulty cells in red and the reason in ' +
      'a note. Correct the rows and send the report like this file.'
  ]
]

function explanationSheet(words: readonly ColumnWords[]): WrittenSheet {
  return {
    name: sheetNames.explanation,
    columns: [
      { header: 'Column', width: 26, format: 'text', wraps: true },
      { header: 'Explanation', width: 60, format: 'text', wraps: true },
      { header: 'Needed', width: 14, format: 'text', wraps: true },
      { header: 'Type', width: 16, format: 'text', wraps: true },
      { header: 'Unit', width: 9, format: 'text', wraps: true },
      { header: 'Limits', width: 30, format: 'text', wraps: true },
      { header: 'Example', width: 26, format: 'text', wraps: true },
      { header: 'Field or code', width: 24, format: 'text', wraps: true, note: 'The name for programs.' }
    ],
    rows: [
      ...instructions.map(textCells),
      [],
      ...words.map(({ header, help, need, type, unit, limits, example, code }) =>
        textCells([header, help, need, type, unit, limits, example, code])
      )
    ],
    frozenColumns: 1
  }
}

function textCells(texts: readonly string[]): WrittenCell[] {
  return texts.flatMap((text, index): WrittenCell[] =>
    text === '' ? [] : [{ column: index + 1, kind: 'text', text }]
  )
}
