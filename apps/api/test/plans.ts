import assert from 'node:assert/strict'
import type { Fragment } from '../src/db/connect.ts'
import { literalText } from '../src/db/driver/statement.ts'
import type { Page } from '../src/db/lists.ts'
import type { TestApp } from './app.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Plan Width': number
  Plans?: Node[]
}

function nodesOf(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Runs a query and returns the nodes of its plan. Each node states the number of rows that it returned. */
function nodesOfQuery(t: TestApp, query: Fragment): Promise<Node[]> {
  return nodesOfPlan(t.sql`explain (analyze, format json) ${query}`)
}

async function nodesOfPlan(statement: PromiseLike<Record<string, unknown>[]>): Promise<Node[]> {
  const [row] = await statement
  const [plan] = Object.values(row ?? {}) as [[{ Plan: Node }]]
  return nodesOf(plan[0].Plan)
}

/**
 * Asserts that a query scans no `filled` table sequentially, and that no node of its plan returns more than
 * `maxRows` rows.
 */
export async function assertCheapQuery(
  t: TestApp,
  query: Fragment,
  { filled, maxRows }: { filled: string[]; maxRows: number }
): Promise<void> {
  const all = await nodesOfQuery(t, query)
  assert.deepEqual(scannedTables(all, filled), [])
  const most = Math.max(...all.map((node) => node['Actual Rows'] * node['Actual Loops']))
  assert.ok(most <= maxRows, `${most} rows`)
}

/** The most bytes of a row that consists only of keys. Rows of files have several hundred bytes. */
const maxKeyWidth = 80

/**
 * Asserts that the first rows of a file are sent soon, and that its memory doesn't grow with the file: no `filled` table is
 * scanned sequentially or joined as a whole, and only keys are sorted. If `sortsKeys` is false, not even keys may be sorted,
 * because an index has the order of the file.
 */
export async function assertStreamedFile(
  t: TestApp,
  query: Fragment,
  { filled, sortsKeys }: { filled: string[]; sortsKeys: boolean }
): Promise<void> {
  const all = await nodesOfPlan(t.sql.unsafe(`explain (format json) ${literalText(query)}`))
  assert.deepEqual(scannedTables(all, filled), [])
  const joins = all.filter((node) => /Hash Join|Merge Join/.test(node['Node Type']))
  assert.deepEqual(joins, [])
  const sorts = all.filter((node) => node['Node Type'] === 'Sort')
  assert.ok(
    sorts.every((node) => sortsKeys && node['Plan Width'] <= maxKeyWidth),
    JSON.stringify(sorts)
  )
}

/** Returns the `filled` tables that the nodes of a plan scan sequentially. */
function scannedTables(all: Node[], filled: string[]): string[] {
  return all.flatMap((node) => {
    const table = node['Relation Name']
    return node['Node Type'] === 'Seq Scan' && table && filled.includes(table) ? [table] : []
  })
}

/**
 * Asserts that four pages of a list are cheap to read: the first page, the last page, and the pages after and
 * before the key `middle`. No query may scan a `filled` table sequentially, and no node of a plan may return
 * more than 250 rows. If `looking` is true, the limit of 250 rows does not apply: set it for filters whose
 * queries must search for matching rows.
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
    assert.deepEqual(scannedTables(all, filled), [])
    if (looking) continue
    const maxRows = Math.max(...all.map((node) => node['Actual Rows'] * node['Actual Loops']))
    assert.ok(maxRows <= 250, `${maxRows} rows`)
  }
}
