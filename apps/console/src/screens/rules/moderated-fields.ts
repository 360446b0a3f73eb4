import type { ModeratedField } from '@purveyor/client'
import { moderatedFields as names } from '@purveyor/client/fields'
import { fieldName } from '../../ui/field-name.ts'

/** The fields whose changes wait for a decision, with their names. */
export const moderatedFields = Object.fromEntries(names.map((name) => [name, fieldName(name)])) as Record<
  ModeratedField,
  string
>
