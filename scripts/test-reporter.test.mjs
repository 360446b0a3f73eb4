import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'purveyor-reporter-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const good = `import { test } from 'node:test'\ntest('quiet success', () => {})\n`
const bad = `${good}import assert from 'node:assert'\ntest('loud failure', () => assert.equal(1, 2))\n`

function run(files, failedSteps) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const reporter = import.meta.resolve('./test-reporter.mjs')
  return spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, ...Object.keys(files)], {
    cwd: folder,
    env: { ...env, FAILED_STEPS: failedSteps, NO_COLOR: '1' },
    encoding: 'utf8'
  })
}

const summary =
  /ℹ tests \d+\nℹ suites \d+\nℹ pass \d+\nℹ fail \d+\nℹ cancelled \d+\nℹ skipped \d+\nℹ todo \d+\nℹ duration_ms [\d.]+\n$/

test('each passed file is one line, and the summary comes last', () => {
  const { stdout, status } = run({ 'one.test.mjs': good, 'two.test.mjs': good }, '')
  assert.equal(status, 0)
  assert.match(
    stdout,
    /^✔ one\.test\.mjs: 1 of 1 passed, \d+ ms\n✔ two\.test\.mjs: 1 of 1 passed, \d+ ms\nℹ tests 2\n/
  )
  assert.match(stdout, summary)
})

test('a failure has its details, and other failed steps are listed above the summary', () => {
  const { stdout, status } = run({ 'one.test.mjs': bad }, 'types, lint')
  assert.equal(status, 1)
  assert.match(stdout, /✖ one\.test\.mjs: 1 of 2 passed/)
  assert.match(stdout, /test at one\.test\.mjs:4:1\n✖ loud failure.*\n.*1 == 2/s)
  assert.match(stdout, /✖ other failed steps \(see above\): types, lint\n\nℹ tests 2\n/)
  assert.match(stdout, summary)
})
