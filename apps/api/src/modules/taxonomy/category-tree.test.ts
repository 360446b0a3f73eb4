import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nest } from './category-tree.ts'

type Row = { id: string; parentId: string | null }

/** Rows with at most one parent each, which is an earlier row. */
const forests = fc.array(fc.nat(), { maxLength: 60 }).map((choices) =>
  choices.map((choice, index): Row => {
    const parent = choice % (index + 1)
    return { id: String(index), parentId: parent === index ? null : String(parent) }
  })
)

type Node = { id: string; children: Node[] }

function flatten(nodes: Node[], parentId: string | null = null): { id: string; parentId: string | null }[] {
  return nodes.flatMap(({ id, children }) => [{ id, parentId }, ...flatten(children, id)])
}

test('each row appears once in the tree, below its parent, and siblings stay in the given order', () => {
  fc.assert(
    fc.property(fc.tuple(forests, fc.nat()).map(rotated), (rows) => {
      const flat = flatten(nest(rows))
      assert.equal(flat.length, rows.length)
      for (const parentId of [null, ...rows.map(({ id }) => id)]) {
        const idsBelow = (list: { id: string; parentId: string | null }[]) =>
          list.filter((row) => row.parentId === parentId).map(({ id }) => id)
        assert.deepEqual(idsBelow(flat), idsBelow(rows))
      }
    })
  )
})

/** Rotates the rows, so that children may come before their parent. */
function rotated([rows, by]: [Row[], number]): Row[] {
  const start = rows.length === 0 ? 0 : by % rows.length
  return [...rows.slice(start), ...rows.slice(0, start)]
}
