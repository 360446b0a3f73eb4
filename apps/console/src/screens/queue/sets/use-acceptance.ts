import { notifications } from '@mantine/notifications'
import type { ChangeSet, ChangeSetResult } from '@purveyor/client'
import { useMutation } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'

type Result = Omit<ChangeSetResult, 'isComplete'>

/** Accepts a change set as it is shown. `left` says what of it still waits after that. */
export function useAcceptance(set: ChangeSet, onDone: (result: { isEmpty: boolean }) => void) {
  const { canWrite, purveyor } = useSignedIn()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => acceptAll((options) => purveyor.platform.moderation.acceptChangeSet(set, options)),
    onSuccess: ({ accepted, changed, claimed }) => {
      if (accepted > 0) notifications.show({ message: t.changeSets.done(accepted), color: 'green' })
      onDone({ isEmpty: changed + claimed === 0 })
    }
  })

  /** The service stops after some minutes. The same request continues. */
  async function acceptAll(send: (body: { version: string }) => Promise<ChangeSetResult>): Promise<Result> {
    let accepted = 0
    for (;;) {
      const result = await send({ version: set.version })
      accepted += result.accepted
      if (result.isComplete) return { ...result, accepted }
    }
  }

  return {
    mayAccept: canWrite && !isPending,
    isPending,
    error,
    start: () => mutate(),
    left: data ? leftOf(data) : []
  }
}

export type Acceptance = ReturnType<typeof useAcceptance>

function leftOf({ changed, claimed }: Result): string[] {
  return [
    ...(changed > 0 ? [t.changeSets.changed(changed)] : []),
    ...(claimed > 0 ? [t.changeSets.claimed(claimed)] : [])
  ]
}
