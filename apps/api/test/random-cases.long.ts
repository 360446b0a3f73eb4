// Runs the tests whose random cases are too slow for `npm test`, which runs a fifth of them, with all of them.
// Takes about five minutes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const sources = join(import.meta.dirname, '../src')
const files = globSync('**/*.test.ts', { cwd: sources })
  .map((file) => join(sources, file))
  .filter((file) => /\brandomRuns\(/.test(readFileSync(file, 'utf8')))

for (const file of files.sort())
  test(`${relative(sources, file)} passes with all cases`, async () => {
    // Without NODE_TEST_CONTEXT, the process reports its tests as text.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const child = spawn(process.execPath, ['--conditions=purveyor-source', '--test-reporter=spec', file], {
      env: { ...env, RANDOM_CASES: 'all' },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    assert.equal(code, 0, output)
  })
