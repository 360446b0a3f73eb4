import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkName, runLongChecks, table } from './long-checks.mjs'

const folder = mkdtempSync(join(tmpdir(), 'purveyor-checks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const head = `import assert from 'node:assert'\nimport { describe, test } from 'node:test'\n`
const passing = `${head}test('works', () => {})\n`
const failing = `${head}test('breaks', () => assert.equal(1, 2))\ntest('works', () => {})\n`
const skipped = `${head}test('needs it', { skip: 'siege is not installed' }, () => assert.fail())\n`
const skippedSuite = `${head}describe('all', { skip: 'there is no repository' }, () => { test('one', () => {}) })\n`

/** Runs checks, given as text by name. Returns the exit code, the printed lines and the table. */
async function run(checks, state = { interrupted: false }) {
  const files = Object.keys(checks).map((name) => join(folder, `${name}.long.mjs`))
  for (const [index, text] of Object.values(checks).entries()) writeFileSync(files[index], text)
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const printed = []
  const print = (line) => printed.push(line)
  const code = await runLongChecks(files, { cwd: folder, env, print, state, stdio: 'ignore' })
  return { code, printed, table: printed.at(-1).replaceAll(/\d+\.\d s/g, '0.0 s') }
}

test('passed and skipped checks return 0 and are listed in a table', async () => {
  const { code, printed, table } = await run({ first: passing, second: skipped, third: skippedSuite })
  assert.equal(code, 0)
  assert.equal(printed[0], `▶ first (${join(folder, 'first.long.mjs')})`)
  assert.equal(
    table,
    `
Check   Result   Time   Reason for skipping
first   passed   0.0 s
second  skipped  0.0 s  siege is not installed
third   skipped  0.0 s  there is no repository`
  )
})

test('a failed check returns 1, and the checks after it run', async () => {
  const { code, table } = await run({ first: failing, second: passing })
  assert.equal(code, 1)
  assert.match(table, /\nfirst {3}failed.*\nsecond {2}passed/)
})

test('a check that ends without a report has failed', async () => {
  const { code, table } = await run({ broken: 'process.exit(3)', wrong: 'no script' })
  assert.equal(code, 1)
  assert.match(table, /\nbroken {2}failed.*\nwrong {3}failed/)
})

test('a check with a passed and a skipped test has passed, and the table has the reason', async () => {
  const { code, table } = await run({ both: passing + skipped.replace(head, '') })
  assert.equal(code, 0)
  assert.match(table, /\nboth {3}passed {2}0\.0 s {2}siege is not installed$/)
})

test('an interrupted run starts no more checks and returns 130', async () => {
  const { code, table } = await run({ first: passing }, { interrupted: true })
  assert.equal(code, 130)
  assert.equal(table, '\nCheck  Result  Time  Reason for skipping')
})

test('a check is named after its file, and the columns are as wide as their content', () => {
  assert.equal(checkName('apps/api/test/fresh-clone.long.ts'), 'fresh-clone')
  const row = { name: 'a-long-name', result: 'passed', time: '1.0 s', why: '' }
  assert.equal(table([row]), 'Check        Result  Time   Reason for skipping\na-long-name  passed  1.0 s')
})
