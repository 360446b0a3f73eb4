import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { catalogTexts } from '../../../texts/catalog.ts'
import { typedNumber } from '../../../ui/products/numbers.ts'
import type { ChangeSet, RowChange } from './change-set.ts'
import { type PresentPrices, presentPrices, priceFields } from './present-prices.ts'
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
      const prices = since === undefined ? new Map() : await presentPrices(rows, { purveyor, signal, since })
      const conflicts = [...priceConflicts(rows, prices), ...stockConflicts(outcomes)]
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

/** Returns the changes of prices that someone else has changed since they were edited. */
function priceConflicts(
  rows: [string, RowChange][],
  present: ReadonlyMap<string, PresentPrices>
): [string, RowChange][] {
  return rows.flatMap(([key, row]): [string, RowChange][] => {
    const changed: RowChange['cells'] = {}
    for (const field of priceFields) {
      const [cell, current] = [row.cells[field], present.get(key)?.[field]]
      if (!cell || current === undefined || current === cell.old) continue
      const note = catalogTexts.priceConflict(field, shownPrice(cell.old), shownPrice(current))
      changed[field] = { ...cell, old: current, note }
    }
    return Object.keys(changed).length === 0 ? [] : [[key, { ...row, cells: { ...row.cells, ...changed } }]]
  })
}

function shownPrice(price: string): string {
  return typedNumber(price) || catalogTexts.noPrice
}
