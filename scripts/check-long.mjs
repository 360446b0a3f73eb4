// Checks that take long or need programs from outside of npm: every `*.long.ts` file, which is a test file that says by
// `skip` why it cannot run here. Arguments pick checks by a part of their path.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameOf, runLongChecks } from './long-checks.mjs'
import { findFiles, watchInterrupts, withTestEnvironment } from './test-environment.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const patterns = ['apps/*/src/**/*.long.ts', 'apps/*/test/**/*.long.ts']
const state = watchInterrupts()

async function main(filters) {
  const files = findFiles(root, patterns, filters)
  if (files.length === 0) {
    const names = findFiles(root, patterns, []).map(nameOf)
    print(`✖ no check matches ${filters.join(', ')}: there are ${names.join(', ')}`)
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
