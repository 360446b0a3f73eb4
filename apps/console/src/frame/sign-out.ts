import { sessions } from '../session/session.ts'
import type { Side } from '../session/side.ts'
import { notifyError } from '../ui/notify-error.ts'

/** Signs out. The session goes on if the service refuses. */
export function signOut(side: Side): void {
  sessions[side].signOut().catch(notifyError)
}
