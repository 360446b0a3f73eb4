import type { WrittenCell } from '@purveyor/spreadsheets'
import { MAX_CELL_TEXT } from '@purveyor/spreadsheets'
import { optionSeparator, optionText } from '../bulk-items/workbook/option-text.ts'
import type { Attribute } from '../products/attributes/definition.ts'

/** What a cell contains, without its column. */
export type CellValue = Pick<WrittenCell, 'kind' | 'text'>

/** A number as it is written in JSON, with all its digits. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Parses JSON. Numbers become `JsonNumber`, so that they keep all their digits. */
export function parseExactly(json: string): unknown {
  const reviver = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new JsonNumber(context?.source ?? String(value)) : value
  return JSON.parse(json, reviver as (key: string, value: unknown) => unknown)
}

export function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No'
}

/** Returns the cell with a text, or undefined if the text is too long for a cell. */
export function textValue(text: string): CellValue | undefined {
  return text.length > MAX_CELL_TEXT ? undefined : { kind: 'text', text }
}

/**
 * Returns the cell with the value of an attribute, which `parseExactly` has returned. A value that isn't valid is written as
 * it is. Fractions of an attribute with whole numbers are texts, because the format of its column would round them. Returns
 * undefined for a value that a cell can't have, such as an object.
 */
export function attributeValue(attribute: Attribute, value: unknown): CellValue | undefined {
  const { type } = attribute
  if (value instanceof JsonNumber) {
    const isNumber =
      (type === 'NUMBER' && /^-?\d+(\.\d+)?$/.test(value.text)) ||
      (type === 'INTEGER' && /^-?\d+$/.test(value.text))
    return { kind: isNumber ? 'number' : 'text', text: value.text }
  }
  if (typeof value === 'boolean') return { kind: 'text', text: yesOrNo(value) }
  if (Array.isArray(value)) return type === 'OPTIONS' ? optionsValue(attribute, value) : undefined
  if (typeof value !== 'string') return undefined
  if (type === 'DATE' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return { kind: 'date', text: value }
  if (type === 'OPTION') return textValue(labelOf(attribute, value))
  return textValue(value)
}

function optionsValue(attribute: Attribute, codes: unknown[]): CellValue | undefined {
  if (!codes.every((code) => typeof code === 'string')) return undefined
  return textValue(codes.map((code) => labelOf(attribute, code)).join(`${optionSeparator} `))
}

function labelOf(attribute: Attribute, code: string): string {
  const option = attribute.options.find((one) => one.code === code)
  return option ? optionText(attribute, option) : code
}
