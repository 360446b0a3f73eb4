import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectWhenIdle } from './garbage.ts'

const MiB = 1024 * 1024

/** Looks often, and tells how often memory was collected. */
function watch(options: { growthBytes: number; maxUtilization: number }) {
  let count = 0
  let looked = Promise.withResolvers<void>()
  const stop = collectWhenIdle({
    ...options,
    everyMs: 10,
    collect: () => {
      count++
      looked.resolve()
      looked = Promise.withResolvers()
    }
  })
  return { stop, count: () => count, next: () => looked.promise }
}

test('memory that was added is collected once, when the process is idle', async () => {
  const watched = watch({ growthBytes: 32 * MiB, maxUtilization: 1 })
  const next = watched.next()
  const added = Buffer.alloc(64 * MiB)
  // The timer of what is tested does not keep the process alive.
  const alive = setInterval(() => {}, 1_000)
  await next
  clearInterval(alive)
  await sleep(100)
  assert.equal(watched.count(), 1)
  assert.equal(added.length, 64 * MiB)
  watched.stop()
})

test('a busy process is left alone', async () => {
  const watched = watch({ growthBytes: -1024 * MiB, maxUtilization: -1 })
  await sleep(100)
  assert.equal(watched.count(), 0)
  watched.stop()
})
