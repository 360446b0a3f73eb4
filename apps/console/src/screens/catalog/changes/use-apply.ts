import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import type { ChangeSet, RowChange } from './change-set.ts'
import { sendable, sendChanges, settled } from './send-changes.ts'

/** The changes that were applied, by row. */
export type Applied = ReadonlyMap<string, RowChange>

/** Sends the changes. Those that were refused stay, with the reason. */
export function useApply(changes: ChangeSet, onApplied: (applied: Applied) => void) {
  const { purveyor } = useSignedIn()
  return useMutation({
    mutationFn: () => sendChanges(sendable(changes.rows), { purveyor, isDryRun: false }),
    onSuccess(outcomes) {
      const results = outcomes.map((outcome) => ({
        ...{ key: outcome.key, sent: outcome.row, left: settled(outcome) }
      }))
      const applied = new Map(results.flatMap(({ key, sent, left }) => (left ? [] : [[key, sent]])))
      changes.settle(results)
      onApplied(applied)
      const failed = results.length - applied.size
      notifications.show(
        failed === 0
          ? { message: t.catalog.applied(applied.size), color: 'green' }
          : { message: t.catalog.appliedPartly(applied.size, failed), color: 'amber', autoClose: false }
      )
    }
  })
}
