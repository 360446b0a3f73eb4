// Takes the pictures of the console, from a temporary demo marketplace, and of the mails, for their pages in the
// documentation. Arguments select screens of the console and mails by their names.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { watchInterrupts, withTestEnvironment } from './test-environment.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = ['apps/console/test/take-pictures.ts', 'apps/api/test/take-mail-pictures.ts']

watchInterrupts()
process.exitCode = await withTestEnvironment(async (found) => {
  for (const program of programs) {
    const exitCode = await runChild(
      process.execPath,
      ['--conditions=purveyor-source', join(root, program), ...process.argv.slice(2)],
      { cwd: root, env: { ...process.env, NODE_ENV: 'test', ...found } }
    )
    if (exitCode !== 0) return exitCode
  }
  return 0
})
