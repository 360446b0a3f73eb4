// Runs the checks that take long or need programs that npm doesn't install: all `*.long.ts` files. These are
// test files that use `skip` with a reason if they can't run here. Each argument selects the checks whose
// path contains it.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkName, runLongChecks } from './long-checks.mjs'
import { findFiles, watchInterrupts, withTestEnvironment } from './test-environment.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const patterns = [
  'apps/*/src/**/*.long.ts',
  'apps/*/test/**/*.long.ts',
  'packages/*/test/**/*.long.ts',
  'bench/*.long.ts'
]
const state = watchInterrupts()

async function main(filters) {
  const files = findFiles(root, patterns, filters)
  if (files.length === 0) {
    const names = findFiles(root, patterns, []).map(checkName)
    print(`✖ no check matches ${filters.join(', ')}. Available checks: ${names.join(', ')}`)
    return 1
  }
  return await withTestEnvironment((found) => {
    const env = { ...process.env, NODE_ENV: 'test', ...found }
    return runLongChecks(files, { cwd: root, env, print, state })
  })
}

function print(line) {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`✖ ${error.name === 'DatabaseStartError' ? error.message : error.stack}\n`)
  return 1
})
