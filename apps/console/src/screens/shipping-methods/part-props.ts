import type { FormFaults } from '../../ui/use-form-faults.ts'
import type { MethodValues } from './method-values.ts'

/** What each part of the form gets. */
export type PartProps = {
  values: MethodValues
  change: (changed: Partial<MethodValues>) => void
  faults: FormFaults
}
