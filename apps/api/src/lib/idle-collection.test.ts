import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectWhenIdle } from './garbage.ts'

// Runs in a process of its own: it waits until the process is idle.

const MiB = 1024 * 1024

/** Checks every 10 ms and counts the collections. `next` resolves at the next one. */
function watch(options: { growthBytes: number; maxUtilization: number }) {
  let count = 0
  let collected = Promise.withResolvers<void>()
  const stop = collectWhenIdle({
    ...options,
    everyMs: 10,
    collect: () => {
      count++
      collected.resolve()
      collected = Promise.withResolvers()
    }
  })
  return { stop, count: () => count, next: () => collected.promise }
}

test('new memory is collected once when the process is idle', async () => {
  const watched = watch({ growthBytes: 32 * MiB, maxUtilization: 1 })
  const next = watched.next()
  const added = Buffer.alloc(64 * MiB)
  // The timer of collectWhenIdle doesn't prevent the process from exiting.
  const keepAlive = setInterval(() => {}, 1_000)
  await next
  clearInterval(keepAlive)
  await sleep(100)
  assert.equal(watched.count(), 1)
  assert.equal(added.length, 64 * MiB)
  watched.stop()
})

test('no collection runs while the process is busy', async () => {
  const watched = watch({ growthBytes: -1024 * MiB, maxUtilization: -1 })
  await sleep(100)
  assert.equal(watched.count(), 0)
  watched.stop()
})
