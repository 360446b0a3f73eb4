import { notifications } from '@mantine/notifications'
import { SignedOut } from '../session/session.ts'
import { t } from '../texts/texts.ts'
import { detailOf } from './error-alert.tsx'

/** Shows an error that has no place of its own on the screen, until it is closed. */
export function notifyError(error: unknown): void {
  // The person has left the session, and knows that nothing more is sent.
  if (error instanceof SignedOut) return
  notifications.show({ title: t.errors.title, message: detailOf(error), color: 'red', autoClose: false })
}
