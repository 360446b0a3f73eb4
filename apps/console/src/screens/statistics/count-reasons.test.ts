import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModerationReason } from '@purveyor/client'
import { countReasons } from './count-reasons.ts'

function decision(...texts: string[]) {
  const reasons = texts.map((text): ModerationReason => ({ code: null, text, pointer: null, imageId: null }))
  return { reasons }
}

test('reasons are counted once for each decision, the most frequent first', () => {
  const decisions = [decision('Blurred', 'Blurred '), decision('Link'), decision('Blurred'), decision('A')]
  assert.deepEqual(countReasons(decisions), [
    { text: 'Blurred', count: 2 },
    { text: 'A', count: 1 },
    { text: 'Link', count: 1 }
  ])
  assert.deepEqual(countReasons([]), [])
})
