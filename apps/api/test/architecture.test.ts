import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const source = resolve(import.meta.dirname, '../src')

type Import = { from: string; to: string }

async function imports(): Promise<Import[]> {
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')
  )
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(source, file), 'utf8')
      return [...text.matchAll(/^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'/gm)]
        .filter(([statement]) => !/^import type|^export type/.test(statement))
        .map(([, target = '']) => ({ from: file, to: relative(source, resolve(source, file, '..', target)) }))
    })
  )
  return found.flat()
}

/** lib ← db, http, jobs, workers, assets, fetching, pdf, events, errors ← modules ← app ← main. */
function layer(file: string): number {
  if (file.startsWith('lib/') || file === 'errors.ts') return 0
  if (/^(assets|db|fetching|http|jobs|pdf|workers)\//.test(file) || ['events.ts', 'config.ts'].includes(file))
    return 1
  if (file.startsWith('modules/') || file === 'deps.ts') return 2
  if (file === 'app.ts') return 3
  return 4
}

test('no file imports from a layer above its own', async () => {
  const wrong = (await imports()).filter(({ from, to }) => layer(from) < layer(to))
  assert.deepEqual(wrong, [])
})

test("no module imports another module's routes or jobs", async () => {
  const wrong = (await imports()).filter(({ from, to }) => {
    const [, module] = /^modules\/([^/]+)\//.exec(from) ?? []
    return (
      module &&
      /^modules\/[^/]+\/(routes|platform-routes|jobs)\.ts$/.test(to) &&
      !to.startsWith(`modules/${module}/`)
    )
  })
  assert.deepEqual(wrong, [])
})

test('modules form a graph without cycles', async () => {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of await imports()) {
    const [, a] = /^modules\/([^/]+)\//.exec(from) ?? []
    const [, b] = /^modules\/([^/]+)\//.exec(to) ?? []
    if (a && b && a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  const visit = (module: string, path: string[]): void => {
    assert.ok(!path.includes(module), `cycle: ${[...path, module].join(' → ')}`)
    for (const next of edges.get(module) ?? []) visit(next, [...path, module])
  }
  for (const module of edges.keys()) visit(module, [])
})

test('SQL stands in query files, migrations and the plumbing of the database only', async () => {
  const files = (await readdir(source, { recursive: true })).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && !/queries\.ts$|^db\/|^events\.ts$/.test(file)
  )
  for (const file of files) {
    const text = await readFile(join(source, file), 'utf8')
    assert.doesNotMatch(text, /(sql|tx)(<[^`]*>)?`\s*(select|insert|update|delete|with)\b/i, file)
  }
})
