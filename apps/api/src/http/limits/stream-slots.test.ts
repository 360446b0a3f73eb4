import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../errors.ts'
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

describe('the slots of streams', () => {
  test('are limited per vendor and in total, and are released when a stream has closed', async () => {
    const open = opener(new StreamSlots('exports', { maxConcurrent: 3, maxPerVendor: 2 }))
    const first = await open('a')
    await open('a')
    await assert.rejects(open('a'), isUnavailable)
    await open('b')
    await assert.rejects(open('c'), isUnavailable)
    first.destroy()
    await once(first, 'close')
    await open('a')
  })

  test('are released if a stream cannot be opened', async () => {
    const open = opener(new StreamSlots('exports', { maxConcurrent: 1, maxPerVendor: 1 }))
    const fails = async () => Promise.reject(new Error('on purpose'))
    await assert.rejects(open('a', { open: fails }), /on purpose/)
    await open('a')
  })

  test('are released when the client disconnects, before or after its stream is open', async () => {
    const open = opener(new StreamSlots('exports', { maxConcurrent: 1, maxPerVendor: 1 }))
    const raw = new EventEmitter()
    const stream = await open('a', { raw })
    raw.emit('close')
    await closed(stream)
    const early = new EventEmitter()
    const opening = open('a', {
      raw: early,
      open: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
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
