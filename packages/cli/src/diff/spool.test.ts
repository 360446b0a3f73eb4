import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Spool } from './spool.ts'

test('values are read back in any order, also while more are added', async () => {
  const spool = await Spool.create()
  try {
    const value = (index: number) => ({ index, text: `é${'x'.repeat(index % 700)}` })
    for (let index = 0; index < 5000; index++) {
      assert.equal(await spool.add(value(index)), index)
      if (index % 1000 === 500) assert.deepEqual(await spool.read(index), value(index))
    }
    for (const index of [0, 4999, 17, 2500]) assert.deepEqual(await spool.read(index), value(index))
    await assert.rejects(spool.read(5000), RangeError)
  } finally {
    await spool.remove()
  }
})
