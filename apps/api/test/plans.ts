import assert from 'node:assert/strict'
import type { Fragment } from '../src/db/connect.ts'
import type { Page } from '../src/db/lists.ts'
import type { TestApp } from './app.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

function nodesOf(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Runs a query and returns the nodes of its plan, with the number of rows that each has returned. */
async function nodesOfQuery(t: TestApp, query: Fragment): Promise<Node[]> {
  const [row] = await t.sql`explain (analyze, format json) ${query}`
  const [plan] = Object.values(row ?? {}) as [[{ Plan: Node }]]
  return nodesOf(plan[0].Plan)
}

/**
 * Asserts that four pages of a list (the first one, the last one, and those after and before the key
 * `middle`) are read without a sequential scan of one of the `filled` tables, and without reading more than
 * 250 rows. If `looking` is true, the number of rows isn't limited. This is for filters whose matches have to
 * be searched.
 */
export async function assertCheapPages(
  t: TestApp,
  list: { filled: string[]; middle: string[]; looking: boolean; query: (page: Page) => Fragment }
): Promise<void> {
  const { filled, middle, looking, query } = list
  for (const page of [
    { backward: false, key: undefined },
    { backward: false, key: middle },
    { backward: true, key: middle },
    { backward: true, key: undefined }
  ]) {
    const all = await nodesOfQuery(t, query({ ...page, limit: 24 }))
    const scanned = all
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'])
    assert.deepEqual(
      scanned.filter((table) => table && filled.includes(table)),
      []
    )
    if (looking) continue
    const maxRows = Math.max(...all.map((node) => node['Actual Rows'] * node['Actual Loops']))
    assert.ok(maxRows <= 250, `${maxRows} rows`)
  }
}
