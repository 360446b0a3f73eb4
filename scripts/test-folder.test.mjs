import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestFolder } from './test-folder.mjs'

const { TMPDIR } = process.env
let chosen
before(() => {
  chosen = mkdtempSync(join(tmpdir(), 'folders-'))
  process.env.TMPDIR = chosen
})
after(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  rmSync(chosen, { recursive: true, force: true })
})

test('the folder that the user has chosen for temporary files is used even if a folder in memory is wanted', async () => {
  const folder = await createTestFolder({ inMemory: true })
  assert.equal(dirname(dirname(folder.database)), chosen)
  assert.equal(dirname(dirname(folder.env.TMPDIR)), chosen)
  assert.ok(existsSync(folder.env.TMPDIR))
  folder.remove()
  assert.ok(!existsSync(dirname(folder.database)))
})

test('a folder in memory can be removed, and contains nothing but the folder for temporary files', async () => {
  delete process.env.TMPDIR
  const folder = await createTestFolder({ inMemory: true }).finally(() => {
    process.env.TMPDIR = chosen
  })
  const root = dirname(folder.database)
  assert.deepEqual(readdirSync(root), ['tmp'])
  folder.remove()
  assert.ok(!existsSync(root))
})

test('folders of runs that have ended are removed, and those of running ones stay', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const [ended, running] = [pid, process.ppid].map((id) => join(chosen, `purveyor-test-${id}-x`))
  for (const folder of [ended, running]) mkdirSync(folder)
  const { remove } = await createTestFolder()
  assert.ok(!existsSync(ended))
  assert.ok(existsSync(running))
  remove()
})
