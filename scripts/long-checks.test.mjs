import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { nameOf, runLongChecks, table } from './long-checks.mjs'

const folder = mkdtempSync(join(tmpdir(), 'purveyor-checks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const head = `import assert from 'node:assert'\nimport { describe, test } from 'node:test'\n`
const passing = `${head}test('works', () => {})\n`
const failing = `${head}test('breaks', () => assert.equal(1, 2))\ntest('works', () => {})\n`
const skipped = `${head}test('needs it', { skip: 'siege is not installed' }, () => assert.fail())\n`
const skippedSuite = `${head}describe('all', { skip: 'there is no repository' }, () => { test('one', () => {}) })\n`

/** Runs these checks, text by name, and returns the exit code and what was printed. */
async function run(checks, state = { interrupted: false }) {
  const files = Object.keys(checks).map((name) => join(folder, `${name}.long.mjs`))
  for (const [index, text] of Object.values(checks).entries()) writeFileSync(files[index], text)
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const printed = []
  const print = (line) => printed.push(line)
  const code = await runLongChecks(files, { cwd: folder, env, print, state, stdio: 'ignore' })
  return { code, printed, table: printed.at(-1).replaceAll(/\d+\.\d s/g, '0.0 s') }
}

test('checks that pass and checks that are skipped with a reason give 0, and a table', async () => {
  const { code, printed, table } = await run({ first: passing, second: skipped, third: skippedSuite })
  assert.equal(code, 0)
  assert.equal(printed[0], `▶ first (${join(folder, 'first.long.mjs')})`)
  assert.equal(
    table,
    `
Check   Result   Took   Skipped because
first   passed   0.0 s
second  skipped  0.0 s  siege is not installed
third   skipped  0.0 s  there is no repository`
  )
})

test('a check that fails gives 1, and those after it run all the same', async () => {
  const { code, table } = await run({ first: failing, second: passing })
  assert.equal(code, 1)
  assert.match(table, /\nfirst {3}failed.*\nsecond {2}passed/)
})

test('a check that ends without reporting has failed', async () => {
  const { code, table } = await run({ broken: 'process.exit(3)', wrong: 'no script' })
  assert.equal(code, 1)
  assert.match(table, /\nbroken {2}failed.*\nwrong {3}failed/)
})

test('a check of which a part is skipped has passed, and says which', async () => {
  const { code, table } = await run({ both: passing + skipped.replace(head, '') })
  assert.equal(code, 0)
  assert.match(table, /\nboth {3}passed {2}0\.0 s {2}siege is not installed$/)
})

test('an interrupted run starts no further check and gives 130', async () => {
  const { code, table } = await run({ first: passing }, { interrupted: true })
  assert.equal(code, 130)
  assert.equal(table, '\nCheck  Result  Took  Skipped because')
})

test('a check has the name of its file, and the table is as wide as it needs to be', () => {
  assert.equal(nameOf('apps/api/test/fresh-clone.long.ts'), 'fresh-clone')
  const row = { name: 'a-long-name', result: 'passed', time: '1.0 s', why: '' }
  assert.equal(table([row]), 'Check        Result  Took   Skipped because\na-long-name  passed  1.0 s')
})
