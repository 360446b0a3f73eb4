// The program of the processes in `process-set.test.ts`. MEMBER says how it behaves.
import type { ToMember } from '../src/processes/messages.ts'

const behaviour = process.env.MEMBER

process.on('message', ({ type }: ToMember) => {
  if (type === 'start' && behaviour === 'fails') process.exit(1)
  if (type === 'start') process.send?.({ type: 'ready' })
  if (type === 'ping' && behaviour !== 'mute') process.send?.({ type: 'pong' })
  if (type === 'leave' || type === 'stop') process.exit(0)
})
