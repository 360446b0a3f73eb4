import type { AttributeDefinition } from '../../../../../../packages/client/src/catalog-file/attribute-fields.ts'

/** Separates several options in a cell. */
export const optionSeparator = ';'

type Options = Pick<AttributeDefinition, 'options' | 'type'>

/**
 * Returns how a cell names an option of an attribute: by its label, or by label and code, as in `Red [red-2]`, if
 * another option has the same label or has it as its code. A label that could be read as several ones is replaced by the code.
 */
export function optionText({ options, type }: Options, { code, label }: Options['options'][number]): string {
  if (type === 'OPTIONS' && /;|\/{3}|\n/.test(label)) return code
  const isSame = (text: string) => text.toLowerCase() === label.toLowerCase()
  const isAmbiguous = options.some(
    (other) => other.code !== code && (isSame(other.label) || isSame(other.code))
  )
  return isAmbiguous ? `${label} [${code}]` : label
}
