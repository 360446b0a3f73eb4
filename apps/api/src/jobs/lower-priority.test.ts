import assert from 'node:assert/strict'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

const program = `
  import { getPriority } from 'node:os'
  import { parentPort } from 'node:worker_threads'
  import { lowerPriority } from '${new URL('./lower-priority.ts', import.meta.url)}'
  lowerPriority()
  parentPort.postMessage(getPriority(0))`

test('a thread lowers only its own priority', { skip: process.platform !== 'linux' }, async () => {
  const before = getPriority(0)
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  const [lowered] = await once(worker, 'message')
  await worker.terminate()
  assert.ok(lowered > before, `${lowered}`)
  assert.equal(getPriority(0), before)
})
