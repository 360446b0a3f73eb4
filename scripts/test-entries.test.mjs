import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { processesOf, writeEntries } from './test-entries.mjs'

const root = mkdtempSync(join(tmpdir(), 'purveyor-entries-'))
after(() => rmSync(root, { recursive: true, force: true }))

const paths = (count, prefix) => Array.from({ length: count }, (_, index) => `${prefix}-${index}.test.ts`)

test('up to 24 files beside the code share a process, and up to six of another folder, in their order', () => {
  const files = [...paths(49, 'apps/api/src/one'), ...paths(2, 'packages/client/src/one')]
  const others = paths(7, 'demo/one')
  const processes = processesOf([...files, ...others], () => false)
  assert.deepEqual(processes.flat(), [...others, ...files])
  assert.deepEqual(
    processes.map(({ length }) => length),
    [3, 4, 16, 16, 17, 2]
  )
})

test('the slowest files start first, then files alone, and files beside the code last', () => {
  const files = [
    'apps/api/src/a.test.ts',
    'apps/api/src/b.test.ts',
    'apps/api/test/guides.test.ts',
    'apps/api/test/pages.test.ts',
    'apps/api/test/scale.test.ts',
    'demo/data.test.ts',
    'demo/seed-demo.test.ts'
  ]
  const isAlone = (file) => file === 'apps/api/test/pages.test.ts'
  assert.deepEqual(processesOf(files, isAlone), [
    ['apps/api/test/guides.test.ts'],
    ['apps/api/test/pages.test.ts'],
    ['apps/api/test/scale.test.ts'],
    ['demo/data.test.ts', 'demo/seed-demo.test.ts'],
    ['apps/api/src/a.test.ts', 'apps/api/src/b.test.ts']
  ])
})

test('browsers are spread over the first three quarters of the other processes', () => {
  const files = [...paths(12, 'apps/console/test/one'), ...paths(192, 'apps/api/src/one')]
  const processes = processesOf(files, () => false)
  const ofBrowsers = processes.map(([file]) => file.startsWith('apps/console/'))
  assert.deepEqual(ofBrowsers, [true, false, false, false, true, ...Array(5).fill(false)])
  assert.deepEqual(processes.flat().sort(), files.sort())
})

test('each file has its own hooks and its own line, and its failures are shown', () => {
  const files = {
    'packages/one/src/a.test.ts': `import { after, before, beforeEach, test } from 'node:test'
      import assert from 'node:assert'
      let begun = 0
      before(() => { process.a = (process.a ?? 0) + 1; assert.equal(process.b, undefined) })
      beforeEach(() => begun++)
      after(() => assert.equal(begun, 2))
      test('one', () => {})
      test('two', () => {})`,
    'packages/one/src/b.test.ts': `import { before, describe, test } from 'node:test'
      import assert from 'node:assert'
      before(() => { process.b = true; assert.equal(process.a, 1) })
      describe('inner', () => { test('three', () => assert.equal(1, 2)) })
      test('four', () => {})`,
    'packages/one/src/c.test.ts': `import { before, test } from 'node:test'
      before(() => { throw new Error('no database') })
      test('five', () => {})`,
    'packages/one/src/d.test.ts': `import './missing.ts'`,
    'packages/one/src/e.test.ts': `// Runs in a process of its own: it does so.
      import { test } from 'node:test'
      test('six', async () => (await import('node:assert')).equal(process.a, undefined))`
  }
  mkdirSync(join(root, 'packages/one/src'), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
  const entries = writeEntries(Object.keys(files), { root, folder: root })
  assert.equal(entries.length, 2)
  const reporter = import.meta.resolve('./test-reporter.mjs')
  const { NODE_TEST_CONTEXT, FAILED_STEPS, ...env } = process.env
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--test', `--test-reporter=${reporter}`, ...entries],
    {
      cwd: root,
      env: { ...env, NO_COLOR: '1' },
      encoding: 'utf8'
    }
  )
  assert.equal(status, 1)
  const lines = stdout.split('\n').filter((line) => /^\S packages.* passed, /.test(line))
  assert.deepEqual(
    lines.map((line) => line.replace(/\d+ ms$/, 'ms')),
    [
      '✔ packages/one/src/e.test.ts: 1 of 1 passed, ms',
      '✔ packages/one/src/a.test.ts: 2 of 2 passed, ms',
      '✖ packages/one/src/b.test.ts: 1 of 2 passed, ms',
      '✖ packages/one/src/c.test.ts: 0 of 1 passed, ms',
      '✖ packages/one/src/d.test.ts: 0 of 0 passed, ms'
    ],
    stdout
  )
  for (const shown of [/✖ three.*\n.*1 == 2/s, /no database/, /Cannot find module .*missing\.ts/])
    assert.match(stdout, shown)
})
