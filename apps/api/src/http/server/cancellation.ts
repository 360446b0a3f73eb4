import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../../errors.ts'

/**
 * Returns a signal that aborts if a long request should end early: the client has disconnected or lost its access,
 * the response timed out, or `ending` aborts because the service stops. The reason is the problem to throw.
 */
export function cancellationOf(
  request: FastifyRequest,
  reply: FastifyReply,
  ending: AbortSignal
): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort(unavailable('The connection was closed.')))
  const accessLost = request.accessCheck?.watch()
  return AbortSignal.any([closed.signal, ending, ...(accessLost ? [accessLost] : [])])
}
