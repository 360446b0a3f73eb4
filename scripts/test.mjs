// Runs all checks of the project: types, lint, then the tests with a temporary database. Each argument
// selects the test files whose path contains it. Arguments that start with a dash are passed to Node's test
// runner.
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runChild } from './child.mjs'
import { needsBrowser, writeEntries } from './test-entries.mjs'
import { findFiles, seconds, watchInterrupts, withTestEnvironment } from './test-environment.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const patterns = [
  'apps/*/src/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'bench/**/*.test.ts',
  'demo/**/*.test.ts'
]
const env = { ...process.env, NODE_ENV: 'test' }
const run = watchInterrupts()

async function main(args) {
  const failed = []
  const tsc = 'node_modules/typescript/bin/tsc'
  await step(failed, 'types', () => node([tsc, '--noEmit']))
  await step(failed, 'types of the console', () => node([tsc, '--noEmit', '--project', 'apps/console']))
  const colors = process.stdout.isTTY ? 'force' : 'off'
  const lint = ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colors}`]
  await step(failed, 'lint', () => node(lint))
  if (run.interrupted) return 130
  const code = await test(args, failed)
  if (run.interrupted) return 130
  return code === 0 && failed.length > 0 ? 1 : code
}

async function step(failed, name, work) {
  if (run.interrupted) return
  const start = performance.now()
  const code = await work()
  if (code !== 0) failed.push(name)
  print(`${code === 0 ? '✔' : '✖'} ${name} (${seconds(start)})`)
}

async function test(args, failed) {
  const filters = args.filter((arg) => !arg.startsWith('-'))
  const files = findFiles(root, patterns, filters)
  if (files.length === 0) {
    print(filters.length > 0 ? `✖ no test file matches ${filters.join(', ')}` : '✖ no test files found')
    return 1
  }
  const start = performance.now()
  return await withTestEnvironment(async (found) => {
    print(`✔ test database (${seconds(start)})`)
    if (run.interrupted) return 130
    const flags = [
      '--test',
      '--conditions=purveyor-source',
      '--test-timeout=120000',
      `--import=${pathToFileURL(join(root, 'scripts/test-watchdog.mjs'))}`,
      `--test-reporter=${pathToFileURL(join(root, 'scripts/test-reporter.mjs'))}`,
      '--test-reporter-destination=stdout',
      ...args.filter((arg) => arg.startsWith('-'))
    ]
    // Most files import the service. Compiling it once instead of in each process halves its start.
    const compiled = { NODE_COMPILE_CACHE: join(found.TMPDIR, 'compiled') }
    const more = { ...found, ...compiled, FAILED_STEPS: failed.join(', ') }
    const entries = writeEntries(files, { root, folder: found.TMPDIR })
    return await node([...flags, `--test-concurrency=${concurrencyOf(files)}`, ...entries], more)
  })
}

/**
 * Returns the number of processes that run at the same time. Most tests often wait for other processes, so there are more
 * than cores. A browser needs more of a core, so there are fewer if many of the files need one.
 */
function concurrencyOf(files) {
  const cores = Math.max(2, availableParallelism())
  return files.filter(needsBrowser).length > files.length / 8 ? cores + 1 : cores + 3
}

function node(args, more = {}) {
  return runChild(process.execPath, args, { cwd: root, env: { ...env, ...more } })
}

function print(line) {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`✖ ${error.name === 'DatabaseStartError' ? error.message : error.stack}\n`)
  return 1
})
