import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { StreamSlots } from './stream-slots.ts'

const endless = async () => new Readable({ read() {} })
const isUnavailable = (error: unknown) =>
  error instanceof Problem && error.code === 'UNAVAILABLE' && error.headers['retry-after'] !== undefined

const closed = (stream: Readable) => new Promise((done) => stream.once('close', done))

function opener(slots: StreamSlots) {
  return (vendorId: string, { raw = new EventEmitter(), open = endless as typeof endless | OpenWith } = {}) =>
    slots.open({ vendorId } as FastifyRequest, { raw } as unknown as FastifyReply, open)
}

type OpenWith = (signal: AbortSignal) => Promise<Readable>

describe('slots of streams', () => {
  test('are so many for a vendor and for all, and free again once a stream has closed', async () => {
    const open = opener(new StreamSlots('exports', { maxAtOnce: 3, maxOfVendor: 2 }))
    const first = await open('a')
    await open('a')
    await assert.rejects(open('a'), isUnavailable)
    await open('b')
    await assert.rejects(open('c'), isUnavailable)
    first.destroy()
    await once(first, 'close')
    await open('a')
  })

  test('are free again where nothing could be opened', async () => {
    const open = opener(new StreamSlots('exports', { maxAtOnce: 1, maxOfVendor: 1 }))
    const fails = async () => Promise.reject(new Error('on purpose'))
    await assert.rejects(open('a', { open: fails }), /on purpose/)
    await open('a')
  })

  test('are free again once the client is gone, before its stream is open or after', async () => {
    const open = opener(new StreamSlots('exports', { maxAtOnce: 1, maxOfVendor: 1 }))
    const raw = new EventEmitter()
    const stream = await open('a', { raw })
    raw.emit('close')
    await closed(stream)
    const early = new EventEmitter()
    const opening = open('a', {
      raw: early,
      open: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))))
    })
    early.emit('close')
    await assert.rejects(opening, isUnavailable)
    const last = new EventEmitter()
    const late = await open('a', {
      raw: last,
      open: async () => {
        last.emit('close')
        return endless()
      }
    })
    await closed(late)
    await open('a')
  })
})
