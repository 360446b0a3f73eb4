import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { stopping } from '../body/streamed-body.ts'

/** The times after which shutdown stops waiting for clients, in milliseconds after the server stops listening. */
export type StoppingTimes = {
  /** A request must have arrived completely within this time. */
  requestMs: number
  /** A response must have been read completely within this time. */
  responseMs: number
}

// Together with the shortest drain time, they end before the process would be forced to exit after 10 s.
const stoppingTimes: StoppingTimes = { requestMs: 5_000, responseMs: 7_500 }

/**
 * Limits how long shutdown waits for slow clients. Node doesn't check its own limits of headers and bodies once
 * a server is closing. A single client that has sent half of a request would therefore delay shutdown until the
 * process is forced to exit, before it has stopped its other parts. A request whose body is still arriving gets
 * a 503. Call it after `addDraining`, because the times begin when the drain time is over.
 */
export function addStoppingLimits(app: FastifyInstance, times: StoppingTimes = stoppingTimes): void {
  const sockets = new Set<Socket>()
  const replies = new WeakMap<Socket, FastifyReply>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onRequest', (request, reply, done) => {
    replies.set(request.raw.socket, reply)
    done()
  })
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of sockets) refuseUnfinished(socket, replies.get(socket))
    }, times.requestMs).unref()
    setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, times.responseMs).unref()
  })
}

function refuseUnfinished(socket: Socket, reply: FastifyReply | undefined): void {
  // The headers of the next request haven't arrived completely.
  if (!reply || reply.raw.writableFinished) return void socket.destroy()
  if (!reply.request.raw.complete && !reply.sent) reply.send(stopping())
}
