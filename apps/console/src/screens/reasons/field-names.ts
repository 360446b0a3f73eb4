import type { ReasonTemplateField } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { chosenOf, fieldChoices } from './field-choices.ts'

const names: Record<ReasonTemplateField, string> = t.fields

/** The fields to choose from, with their names. */
export const fieldOptions = fieldChoices.flatMap(([first]) =>
  first ? [{ value: first, label: names[first] }] : []
)

/** Returns the names of fields. A field with two names in the API is named once. */
export function namesOfFields(fields: readonly ReasonTemplateField[]): string[] {
  const chosen = chosenOf(fields)
  return fieldOptions.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
}
