// All checks of the project: types, style, then the tests on a database of their own. Arguments pick test files by
// a part of their path; those that begin with a dash go to node's test runner.
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runChild } from './child.mjs'
import { prepareTestDatabase } from './test-database.mjs'
import { openTestFolder } from './test-folder.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const patterns = [
  'apps/*/src/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'bench/**/*.test.ts'
]
const env = { ...process.env, NODE_ENV: 'test' }

// The children get these too and end; what was begun is still cleared away.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    interrupted = true
  })

async function main(args) {
  const failed = []
  await step(failed, 'types', () => node(['node_modules/typescript/bin/tsc', '--noEmit']))
  const colors = process.stdout.isTTY ? 'force' : 'off'
  const lint = ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colors}`]
  await step(failed, 'lint', () => node(lint))
  if (interrupted) return 130
  const code = await test(args, failed)
  if (interrupted) return 130
  return code === 0 && failed.length > 0 ? 1 : code
}

async function step(failed, name, run) {
  if (interrupted) return
  const start = performance.now()
  const code = await run()
  if (code !== 0) failed.push(name)
  print(`${code === 0 ? '✔' : '✖'} ${name} (${seconds(start)})`)
}

async function test(args, failed) {
  const filters = args.filter((arg) => !arg.startsWith('-'))
  const files = findTests(filters)
  if (files.length === 0) {
    print(filters.length > 0 ? `✖ no test file matches ${filters.join(', ')}` : '✖ no test files found')
    return 1
  }
  const folder = await openTestFolder()
  try {
    return await testIn(folder, files, args, failed)
  } finally {
    folder.remove()
  }
}

async function testIn(folder, files, args, failed) {
  const start = performance.now()
  const database = await prepareTestDatabase(folder.database)
  try {
    print(`✔ test database (${seconds(start)})`)
    if (interrupted) return 130
    const flags = [
      '--test',
      `--test-concurrency=${Math.max(2, availableParallelism())}`,
      '--test-timeout=120000',
      `--test-reporter=${pathToFileURL(join(root, 'scripts/test-reporter.mjs'))}`,
      '--test-reporter-destination=stdout',
      ...args.filter((arg) => arg.startsWith('-'))
    ]
    const env = { ...folder.env, ...database.env, FAILED_STEPS: failed.join(', ') }
    return await node([...flags, ...files], env)
  } finally {
    await database.remove()
  }
}

function findTests(filters) {
  const files = globSync(patterns, { cwd: root }).map((file) => file.split(sep).join('/'))
  return files
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort()
}

function node(args, more = {}) {
  return runChild(process.execPath, args, { cwd: root, env: { ...env, ...more } })
}

function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

function print(line) {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`✖ ${error.name === 'DatabaseStartError' ? error.message : error.stack}\n`)
  return 1
})
