// Writes the dump with which later releases test their migrations, from a temporary demo marketplace.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { watchInterrupts, withTestEnvironment } from './test-environment.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const program = join(root, 'apps/api/test/freeze.ts')

watchInterrupts()
process.exitCode = await withTestEnvironment((found) =>
  runChild(process.execPath, ['--conditions=purveyor-source', program, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ...found }
  })
)
