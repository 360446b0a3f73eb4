import { useDebouncedValue } from '@mantine/hooks'
import { type ApprovalRule, BadRequest, type PreviewedApprovalRule } from '@purveyor/client'
import { rulesTexts } from '../../../texts/rules.ts'
import { previewedRule } from '../preview-rules.ts'
import { usePreview } from '../use-preview.ts'
import { conditionFaults, contradictions, type FieldFault } from './rule-faults.ts'
import { previewOf, type RuleForm } from './rule-form.ts'

/** A preview is read when nothing was typed for this time, in milliseconds. */
const pauseMs = 600

/** Reads what the rule of a form would have decided, at its place in the list. */
export function useFormPreview(
  form: RuleForm,
  { id, rules }: { id: string | undefined; rules: ApprovalRule[] }
) {
  const index = rules.findIndex((rule) => rule.id === id)
  const earlier = rules.slice(0, index < 0 ? rules.length : index).map(previewedRule)
  const rulesFor = (one: RuleForm): PreviewedApprovalRule[] => [...earlier, previewOf(one, id)]
  const [typed] = useDebouncedValue(form, pauseMs)
  const isComplete = conditionFaults(typed, rulesTexts.form).length === 0
  const query = usePreview(isComplete ? rulesFor(typed) : undefined)
  return {
    ...query,
    rulesFor,
    isComplete,
    /** The index of the rule of the form in the preview. */
    index: earlier.length,
    isUpdating: query.isFetching || typed !== form,
    faults: [...contradictions(form, rulesTexts.form), ...faultsOf(query.error, `/rules/${earlier.length}`)]
  }
}

export type FormPreview = ReturnType<typeof useFormPreview>

/** Returns the errors of the rule of the form, with their pointers in the rule. */
function faultsOf(error: unknown, prefix: string): FieldFault[] {
  if (!(error instanceof BadRequest)) return []
  return error.faults.flatMap(({ pointer, message }) =>
    pointer?.startsWith(`${prefix}/`) ? [{ pointer: pointer.slice(prefix.length), message }] : []
  )
}
