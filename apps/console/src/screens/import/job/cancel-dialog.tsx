import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { importKeys } from '../jobs.ts'

type Props = { id: string; opened: boolean; onClose: () => void }

/** Asks before an import is cancelled. */
export function CancelDialog({ id, opened, onClose }: Props) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => purveyor.importJobs.cancel(id),
    onSuccess: (job) => {
      queries.setQueryData(importKeys.job(id), job)
      onClose()
    },
    // The import can have ended in the meantime.
    onError: () => void queries.invalidateQueries({ queryKey: importKeys.job(id) })
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={importsTexts.job.cancelTitle}
      submitText={importsTexts.job.cancel}
      onSubmit={() => cancel.mutate()}
      isSending={cancel.isPending}
      error={cancel.error}
      isDangerous
    >
      <Text>{importsTexts.job.cancelText}</Text>
    </ConfirmDialog>
  )
}
