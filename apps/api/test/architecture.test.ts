import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const source = resolve(import.meta.dirname, '../src')

/**
 * An import of one file by another, as paths relative to `src`. `isType` is true if it imports types only.
 */
type Import = { from: string; to: string; isType: boolean }

const entries = await readdir(source, { recursive: true })
const files = entries.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const texts = await readTexts(files)
/** The files that create SQL functions. */
const functionTexts = await readTexts(entries.filter((file) => file.endsWith('.sql')))

async function readTexts(paths: string[]): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(source, path), 'utf8')] as const))
  )
}

const imports: Import[] = [...texts].flatMap(([from, text]) =>
  [...text.matchAll(/^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'/gm)].map(([statement, target = '']) => ({
    from,
    to: relative(source, resolve(source, from, '..', target)),
    isType: /^(import|export) type/.test(statement) || importsTypesOnly(statement)
  }))
)

function importsTypesOnly(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? ['']
  return names.every((name) => name.trim() === '' || name.trim().startsWith('type '))
}

/**
 * Returns the layer of a file, from 0. A file may import from its own layer and from lower ones: lib, metrics, errors ←
 * db, events, config ← http, jobs, workers, assets, console, documentation, fetching, pdf, examples ← modules ← app,
 * installation ← the rest. Files of packages are below all layers.
 */
function layer(file: string): number {
  if (/^(lib|metrics|\.\.)\//.test(file) || file === 'errors.ts') return 0
  if (file.startsWith('db/') || /^(events|event-changes|event-types|catalog-changes|config)\.ts$/.test(file))
    return 1
  if (/^(assets|console|documentation|examples|fetching|http|jobs|pdf|workers)\//.test(file)) return 2
  if (file.startsWith('modules/')) return 3
  if (/^(app|health-app|openapi-document)\.ts$|^installation\//.test(file)) return 4
  return 5
}

/**
 * True for type imports of deps.ts and in deps.ts. They are exempt from the order of the layers, because
 * deps.ts refers to types of all layers.
 */
const isDeps = ({ from, to, isType }: Import) => isType && (from === 'deps.ts' || to === 'deps.ts')

test('no file imports anything from a layer above its own, including types', () => {
  const violations = imports.filter((one) => !isDeps(one) && layer(one.from) < layer(one.to))
  assert.deepEqual(violations, [])
})

test('only db/ imports the driver of the database', () => {
  const importsDriver = ([, text]: [string, string]) => /from '(pg|pg-copy-streams|postgres)'/.test(text)
  const importing = [...texts].filter(importsDriver).map(([file]) => file)
  assert.ok(importing.includes('db/driver/client.ts'))
  assert.deepEqual(
    importing.filter((file) => !file.startsWith('db/')),
    []
  )
})

function moduleOf(file: string): string | undefined {
  return /^modules\/([^/]+)\//.exec(file)?.[1]
}

test("no module imports another module's routes", () => {
  const violations = imports.filter(
    ({ from, to }) =>
      /routes\.ts$/.test(to) && moduleOf(to) && moduleOf(from) && moduleOf(from) !== moduleOf(to)
  )
  assert.deepEqual(violations, [])
})

/** Fails if the graph has a cycle, and names it. */
function assertAcyclic(edges: Map<string, Set<string>>): void {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): void => {
    assert.ok(!path.includes(node), `cycle: ${[...path, node].join(' → ')}`)
    if (done.has(node)) return
    for (const next of edges.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of edges.keys()) visit(node, [])
}

function edgesBy(nodeOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [nodeOf(from), nodeOf(to)]
    if (a && b && a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  return edges
}

test('modules have no cyclic imports, including types', () => {
  assertAcyclic(edgesBy(moduleOf))
})

test('files have no cyclic imports, including types', () => {
  assertAcyclic(edgesBy((file) => file))
})

test('a folder of more than 25 source files has subfolders', () => {
  const folders = new Map<string, string[]>()
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file])
  const isDivided = (folder: string) => files.some((file) => dirname(dirname(file)) === folder)
  const large = [...folders].filter(([folder, inside]) => inside.length > 25 && !isDivided(folder))
  assert.deepEqual(large, [])
})

test('products/write/ imports only fields, schemas and inputs from other parts of its module', () => {
  const violations = imports.filter(
    ({ from, to }) =>
      from.startsWith('modules/products/write/') &&
      to.startsWith('modules/') &&
      !/^modules\/products\/(write\/|fields\/|schema\.ts|product-input\.ts|product-patch\.ts)/.test(to)
  )
  assert.deepEqual(violations, [])
})

test('products/fields/ imports nothing from other parts of the modules', () => {
  const violations = imports.filter(
    ({ from, to }) =>
      from.startsWith('modules/products/fields/') &&
      to.startsWith('modules/') &&
      !to.startsWith('modules/products/fields/')
  )
  assert.deepEqual(violations, [])
})

const catalogTables =
  'products|variants|product_images|product_documents|product_categories|product_collections|product_tags|' +
  'product_facet_values|pending_images|slug_counters'
const catalogWrite = new RegExp(
  `\\b(insert\\s+into|update(\\s+only)?|delete\\s+from|merge\\s+into|truncate(\\s+table)?|copy)\\s+(${catalogTables})\\b`,
  'i'
)

test('only products/write/ writes the catalog tables', () => {
  assert.ok(functionTexts.size > 0)
  const violations = [...texts, ...functionTexts]
    .filter(([file, text]) => !file.startsWith('modules/products/write/') && catalogWrite.test(text))
    .map(([file]) => file)
  assert.deepEqual(violations, [])
  // The pattern recognises write statements in any form.
  for (const write of ['update products p set', 'insert into\n  variants (id)', 'DELETE FROM product_tags'])
    assert.match(write, catalogWrite)
})

test('only http/, routes and the application import Fastify, including its types', () => {
  const allowed = /^http\/|routes\.ts$|^(app|health-app|service|main|deps|openapi-document)\.ts$/
  const violations = [...texts]
    .filter(([file, text]) => !allowed.test(file) && /from '(fastify|@fastify\/[^']+)'/.test(text))
    .map(([file]) => file)
  assert.deepEqual(violations, [])
})

test('SQL is only in query files, functions, migrations, db/, events.ts and catalog-changes.ts', () => {
  for (const [file, text] of texts) {
    if (/queries\.ts$|^db\/|^(events|catalog-changes)\.ts$/.test(file)) continue
    assert.doesNotMatch(text, /(sql|tx)(<[^`]*>)?`\s*(select|insert|update|delete|with)\b/i, file)
  }
})
