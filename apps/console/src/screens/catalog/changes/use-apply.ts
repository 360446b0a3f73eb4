import { notifications } from '@mantine/notifications'
import { useIsMutating } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { catalogTexts } from '../../../texts/catalog.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import type { ChangeSet, RowChange } from './change-set.ts'
import { sendable, sendChanges, settled } from './send-changes.ts'

/** The changes that were applied, by row. */
export type Applied = ReadonlyMap<string, RowChange>

const mutationKey = ['catalog', 'apply']

/** True while changes are being sent, also after the preview was closed. */
export function useIsApplying(): boolean {
  return useIsMutating({ mutationKey }) > 0
}

/** Sends the changes. Those that were refused stay, with the reason. */
export function useApply(changes: ChangeSet, onApplied: (applied: Applied) => void) {
  const { purveyor } = useSignedIn()
  const isShown = useIsShown()
  return useMutation({
    mutationKey,
    mutationFn: () => sendChanges(sendable(changes.rows), { purveyor, isDryRun: false }),
    onSuccess(outcomes) {
      const sent = outcomes.map((outcome) => ({ ...outcome, sent: outcome.row, left: settled(outcome) }))
      const applied = new Map(sent.flatMap(({ key, row, left }) => (left ? [] : [[key, row]])))
      changes.settle(sent)
      onApplied(applied)
      const failed = sent.length - applied.size
      notifications.show(
        failed === 0
          ? { message: catalogTexts.applied(applied.size), color: 'green' }
          : { message: catalogTexts.appliedPartly(applied.size, failed), color: 'amber', autoClose: false }
      )
    },
    onError(error) {
      if (!isShown.current) notifyError(error)
    }
  })
}
