import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { type Build, chunksPath } from '../build/stored-builds.ts'
import { builtConsole } from './console-service.ts'

const KB = 1000
const maxFirstLoad = 260 * KB
const maxScreen = 60 * KB
const maxFonts = 120 * KB

/** A chunk as Vite's manifest describes it. `imports` are loaded with it, `dynamicImports` later. */
type Chunk = {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}

/** Returns the files that are loaded with a chunk: its own, and those of its static imports. */
function filesWith(chunks: Record<string, Chunk>, name: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  if (!chunk || found.has(chunk.file)) return found
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
  for (const imported of chunk.imports ?? []) filesWith(chunks, imported, found)
  return found
}

describe('the size of the console', () => {
  let build: Build
  let chunks: Record<string, Chunk>
  let first: Set<string>
  before(async () => {
    build = await builtConsole()
    chunks = JSON.parse(await readFile(join(build.folder, chunksPath), 'utf8'))
    const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? ''
    first = filesWith(chunks, entry)
  })

  /** Returns the size of files in the form that browsers get. */
  const sizeOf = (files: Iterable<string>) =>
    [...files].reduce((sum, path) => {
      const file = build.files.get(`/${path}`)
      assert.ok(file, path)
      return sum + (file.forms.br ?? file.plain).length
    }, 0)

  /** Returns the files that are loaded already whenever a chunk is loaded: those of every chunk that loads it. */
  function presentBefore(name: string): Set<string> {
    const loaders = Object.keys(chunks).filter((one) => chunks[one]?.dynamicImports?.includes(name))
    const [some = first, ...others] = loaders.map((loader) => filesWith(chunks, loader))
    return others.reduce((common, files) => common.intersection(files), some).union(first)
  }

  /** Returns the files that the page itself asks for. */
  const named = () => [...build.page.matchAll(/(?:src|href)="\/(app\/[^"]+)"/g)].map(([, path = '']) => path)
  const isFont = (path: string) => path.endsWith('.woff2')

  test('the first load is at most 260 KB without its fonts', (t) => {
    const files = new Set([...first, ...named()].filter((path) => !isFont(path)))
    const size = build.page.length + sizeOf(files)
    t.diagnostic(`first load: ${Math.ceil(size / KB)} KB`)
    assert.ok(size <= maxFirstLoad, `${size} bytes`)
  })

  test('all fonts are at most 120 KB, and the two of most texts are preloaded', () => {
    const fonts = [...build.files.keys()].map((path) => path.slice(1)).filter(isFont)
    assert.equal(fonts.length, 4)
    assert.ok(sizeOf(fonts) <= maxFonts, `${sizeOf(fonts)} bytes`)
    const preloaded = named().filter(isFont)
    assert.deepEqual(preloaded.map((path) => path.replace(/-[\w-]{8}\.woff2$/, '')).sort(), [
      'app/inter-latin-400-normal',
      'app/inter-latin-600-normal'
    ])
  })

  test('a screen that is loaded later is at most 60 KB', (t) => {
    const later = new Set(Object.values(chunks).flatMap(({ dynamicImports }) => dynamicImports ?? []))
    const sizes = [...later].map((name) => {
      const present = presentBefore(name)
      const files = [...filesWith(chunks, name)].filter((file) => !present.has(file))
      return { name, size: sizeOf(files) }
    })
    sizes.sort((a, b) => b.size - a.size)
    for (const { name, size } of sizes.slice(0, 5)) t.diagnostic(`${name}: ${Math.ceil(size / KB)} KB`)
    assert.deepEqual(
      sizes.filter(({ size }) => size > maxScreen),
      []
    )
  })
})
