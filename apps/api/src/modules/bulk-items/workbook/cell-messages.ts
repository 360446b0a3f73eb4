import type { AttributeDefinition } from '../../../../../../packages/client/src/catalog-file/attribute-fields.ts'
import { findField } from '../../../../../../packages/client/src/catalog-file/fields.ts'
import { optionText } from './option-text.ts'

/** The maximum number of options that a message lists. */
const maxListed = 20

type CellFault = { code: string; field: string | null; message: string }

/**
 * Returns a function that says what is wrong with a cell. In a workbook, options have their labels, yes and no are words, and
 * the unit is in the header, so some errors need other messages than in JSON.
 */
export function cellMessages(definitions: readonly AttributeDefinition[]): (fault: CellFault) => string {
  const byCode = new Map(definitions.map((one) => [one.code, one]))
  return ({ code, field, message }) => {
    if (field === null) return message
    if (code === 'NOT_ALLOWED' && findField(field)?.kind === 'yes-or-no') return yesOrNo
    const attribute = byCode.get(/(?:^|\/)attributes\/([^/]+)/.exec(field)?.[1] ?? '')
    if (attribute) return attributeMessage(attribute, code) ?? message
    return message === 'must be an integer' ? whole : message
  }
}

const yesOrNo = 'must be Yes or No'
const whole = 'must be a whole number such as 12'

function attributeMessage(attribute: AttributeDefinition, code: string): string | undefined {
  const { type, unit, options } = attribute
  if (code === 'NOT_ALLOWED' && options.length > 0) {
    const listed = options.slice(0, maxListed).map((option) => optionText(attribute, option))
    const others = options.length > maxListed ? `, or another of the ${options.length} allowed values` : ''
    return `must be one of ${listed.join(', ')}${others}`
  }
  if (code !== 'INVALID_TYPE') return undefined
  if (type === 'BOOLEAN') return yesOrNo
  const withoutUnit = unit ? `, without the unit ${unit}` : ''
  if (type === 'NUMBER') return `must be a number such as 2.5${withoutUnit}`
  return type === 'INTEGER' ? `${whole}${withoutUnit}` : undefined
}
