import type { ReasonTemplate } from '@purveyor/client'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useReasonTemplates } from '../../ui/use-reason-templates.ts'
import { namesOf } from './field-choices.ts'
import { filterTemplates, type Sorting } from './templates.ts'
import { useUses } from './use-reasons.ts'

/** Returns how the address sorts the reasons: by their code unless it says otherwise. */
export function sortingOf(params: URLSearchParams): Sorting {
  return params.get('sort') === '-used' ? '-used' : 'code'
}

/** Reads the reasons, and filters and sorts them as the address says. */
export function useFilteredReasons() {
  const [params] = useAddressState()
  const { data: all, error, isPending, refetch } = useReasonTemplates()
  const uses = useUses()
  const filter = { search: params.get('q') ?? '', fields: namesOf(params.get('field') ?? '') }
  const shown = filterTemplates(all ?? [], filter)
  const countOf = ({ code }: ReasonTemplate) => uses(code)?.count ?? 0
  if (sortingOf(params) === '-used') shown.sort((a, b) => countOf(b) - countOf(a))
  return { all, shown, uses, error, isPending, refetch }
}
