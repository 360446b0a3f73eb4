import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { screens } from './screens.ts'

const source = resolve(import.meta.dirname, '../src')

/** An import of one file by another, as paths relative to `src`, or the name of a package. */
type Import = { from: string; to: string }

const files = (await readdir(source, { recursive: true })).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts')
)
const imports: Import[] = (await Promise.all(files.map(importsOf))).flat()

async function importsOf(from: string): Promise<Import[]> {
  const text = await readFile(join(source, from), 'utf8')
  const pattern = /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(pattern)].map(([, named, bare, dynamic]) => {
    const to = named ?? bare ?? dynamic ?? ''
    return { from, to: to.startsWith('.') ? relative(source, resolve(source, from, '..', to)) : to }
  })
}

/** The folders of `src` in the order in which they build on each other. */
const layers = ['texts', 'theme', 'api', 'session', 'ui', 'sign-in', 'screens', 'frame']

/** Returns the layer of a file, from 0. The application and its entry are above all folders. */
function layer(file: string): number {
  const [folder = ''] = file.split('/')
  const index = layers.indexOf(folder)
  return index < 0 ? layers.length : index
}

function screenOf(file: string): string | undefined {
  return /^screens\/([^/]+)\//.exec(file)?.[1]
}

const isFile = ({ to }: Import) => files.includes(to)

test('no file imports anything from a layer above its own, including types', () => {
  const violations = imports.filter((one) => isFile(one) && layer(one.from) < layer(one.to))
  assert.deepEqual(violations, [])
})

test('screens do not import each other', () => {
  const violations = imports.filter(
    ({ from, to }) => screenOf(from) && screenOf(to) && screenOf(from) !== screenOf(to)
  )
  assert.deepEqual(violations, [])
})

test('the frame knows the screens only from their list, and sends decisions and shipments', () => {
  const allowed = new Set([
    'screens/queue/decision/outbox-corner.tsx',
    'screens/orders/ship/shipping-corner.tsx'
  ])
  const violations = imports.filter(
    ({ from, to }) =>
      !from.startsWith('screens/') && screenOf(to) && from !== 'frame/screens.ts' && !allowed.has(to)
  )
  assert.deepEqual(violations, [])
})

test('nothing of the service is imported, but its client', () => {
  const allowed =
    /^@(mantine|purveyor\/client|tabler|tanstack)\b|^(diff|dompurify|papaparse|prosemirror-(?:commands|history|keymap|model|schema-list|state|view)|react|react-dom|uplot|wouter)(\/|$)/
  const violations = imports.filter(
    (one) => !isFile(one) && !/\.(css|svg)$/.test(one.to) && !allowed.test(one.to)
  )
  assert.deepEqual(violations, [])
})

test('all mutations are those that a double click runs once', async () => {
  const names = /import \{[^}]*\buseMutation\b[^}]*\} from '@tanstack\/react-query'/
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(source, file), 'utf8')])
  )
  const others = texts.filter(([file = '', text = '']) => names.test(text) && file !== 'ui/use-mutation.ts')
  assert.deepEqual(
    others.map(([file]) => file),
    []
  )
})

test('each state of a screen has pictures of its own', () => {
  const names = screens.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    []
  )
})
