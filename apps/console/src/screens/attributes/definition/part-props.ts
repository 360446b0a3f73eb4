import type { FormFaults } from '../../../ui/use-form-faults.ts'
import type { DefinitionValues } from './definition-values.ts'

/** What a part of the form gets. */
export type PartProps = {
  values: DefinitionValues
  change: (changes: Partial<DefinitionValues>) => void
  faults: FormFaults
  isNew: boolean
  isReadOnly: boolean
}
