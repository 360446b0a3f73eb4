import type { Message } from '../message/message.ts'

/** A message to send now. */
export type Sending = Message & {
  origin: 'FEED' | 'SET_ASIDE' | 'GAP'
  /** The number of attempts in this session that were refused. */
  attempts: number
  replayNumber: number
  /** For an event that was set aside: true if it is dropped when it is refused once more. */
  isLastAttempt: boolean
  /** For an event that was set aside: true if it waits for another one of its key, and is sent only after this one. */
  isBehind: boolean
}

/** A message that was read. */
export type ReadMessage = Message & { replayNumber: number }
