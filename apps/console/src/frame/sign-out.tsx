import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { sessions } from '../session/session.ts'
import { useSignedIn } from '../session/session-context.tsx'
import type { Side } from '../session/side.ts'
import { hasUnsentData } from '../session/stored-data.ts'
import { t } from '../texts/texts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { notifyError } from '../ui/notify-error.ts'
import { useMutation } from '../ui/use-mutation.ts'

let isAsking = false
const listeners = new Set<() => void>()

/**
 * Signs out. If the person has typed something that is not saved, the dialog asks before, because signing out deletes it.
 * The session goes on if the service refuses.
 */
export async function signOut(side: Side): Promise<void> {
  const { state } = sessions[side]
  if (state.status === 'signed-in' && (await hasUnsentData(state.me))) setAsking(true)
  else await end(side).catch(notifyError)
}

/** The page is loaded again, so that nothing of the person is left in it. */
async function end(side: Side): Promise<void> {
  await sessions[side].signOut()
  location.reload()
}

function setAsking(value: boolean): void {
  isAsking = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks before what the person has typed is deleted. */
export function SignOutDialog() {
  const { side } = useSignedIn()
  const opened = useSyncExternalStore(subscribe, () => isAsking)
  const { mutate, isPending, error } = useMutation({ mutationFn: () => end(side) })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => setAsking(false)}
      title={t.menu.signOutTitle}
      submitText={t.menu.signOut}
      onSubmit={() => mutate()}
      isSending={isPending}
      error={error}
      isDangerous
    >
      <Text>{t.menu.signOutText}</Text>
    </ConfirmDialog>
  )
}
