import type { FieldFault } from './rule-faults.ts'
import type { RuleForm } from './rule-form.ts'

/** What each part of the form of a rule gets. */
export type PartProps = {
  form: RuleForm
  faults: FieldFault[]
  onChange: (changes: Partial<RuleForm>) => void
}
