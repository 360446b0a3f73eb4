import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { typedNumber } from '../numbers.ts'
import type { ChangeSet, RowChange } from './change-set.ts'
import { presentCosts } from './present-costs.ts'
import { isConflict, type Outcome, sendable, sendChanges, settled } from './send-changes.ts'

/** Reads what the changes would do. Values that others have changed in the meantime are noted at their cells. */
export function usePreview(changes: ChangeSet, version: number) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['catalog', 'preview', version],
    queryFn: async ({ signal }) => {
      const rows = sendable(changes.rows)
      const outcomes = await sendChanges(rows, { purveyor, isDryRun: true, signal })
      const { since } = changes
      const costs = since === undefined ? new Map() : await presentCosts(rows, { purveyor, signal, since })
      const conflicts = [...priceConflicts(rows, costs), ...stockConflicts(outcomes)]
      // The changes have another version then, which is previewed again.
      if (conflicts.length > 0) changes.rebase(conflicts)
      return outcomes
    },
    // Those of the changes before are shown until the present ones are checked.
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY
  })
}

function stockConflicts(outcomes: Outcome[]): [string, RowChange | undefined][] {
  return outcomes.filter(isConflict).map((outcome) => [outcome.key, settled(outcome)])
}

/** Returns the changes of costs that someone else has changed since they were edited. */
function priceConflicts(
  rows: [string, RowChange][],
  costs: ReadonlyMap<string, string>
): [string, RowChange][] {
  return rows.flatMap(([key, row]): [string, RowChange][] => {
    const current = costs.get(key)
    const cell = row.cells.vendorPrice
    if (!cell || current === undefined || current === cell.old) return []
    const note = t.catalog.priceConflict(typedNumber(cell.old), typedNumber(current))
    return [[key, { ...row, cells: { ...row.cells, vendorPrice: { ...cell, old: current, note } } }]]
  })
}
