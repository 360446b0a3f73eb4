import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { orderStatuses, transitions } from './fulfil/fulfillment.ts'
import { cancelReasons } from './schema.ts'

const guide = await readFile(resolve(import.meta.dirname, '../../../../../docs/guides/orders.md'), 'utf8')

test('the guide lists every status and the actions that it allows', () => {
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)` \| [^|]+ \|([^|]*)\|$/gm)].map(
    ([, status, actions = '']) => [status, [...actions.matchAll(/`([a-z]+)`/g)].map(([, action]) => action)]
  )
  assert.deepEqual(
    rows,
    orderStatuses.map((status) => [status, [...transitions[status]]])
  )
})

test('the guide lists every reason for cancelling', () => {
  for (const reason of cancelReasons) assert.ok(guide.includes(`\`${reason}\``), reason)
})
