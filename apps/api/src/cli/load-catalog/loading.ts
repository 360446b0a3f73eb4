import type { Approvals } from './approval.ts'
import type { Categories } from './categories.ts'
import type { Journal } from './journal.ts'
import type { Options } from './options.ts'
import type { Progress } from './progress.ts'
import type { Send } from './service.ts'
import type { Session } from './session.ts'
import type { Tally } from './tally.ts'

/** What all steps of a run share. */
export type Loading = {
  options: Options
  signal: AbortSignal
  send: Send
  vendor: Session
  categories: Categories
  approvals: Approvals
  /** The vendor's, as decimal text; read only where retail prices are compared. */
  commissionPercent: string
  journal: Journal
  progress: Progress
  tally: Tally
}
