import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const program = join(import.meta.dirname, 'load-catalog.ts')

function run(args: string[]) {
  const env = { ...process.env, INIT_CWD: tmpdir() }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env,
    encoding: 'utf8'
  })
  return { status, stdout, stderr }
}

test('--help prints the usage and exits with 0', () => {
  const { status, stdout, stderr } = run(['--help'])
  assert.equal(status, 0)
  assert.match(stdout, /npm run load-catalog -- <file\.ndjson>/)
  assert.equal(stderr, '')
})

test('a missing file is reported in one line, with its path from the folder where npm was called', () => {
  const { status, stdout, stderr } = run(['no such catalog.ndjson'])
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.equal(stderr, `The file ${join(tmpdir(), 'no such catalog.ndjson')} does not exist.\n`)
})
