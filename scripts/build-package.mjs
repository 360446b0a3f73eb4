// Compiles a package to JavaScript with type declarations, in its folder dist. npm runs this before `npm pack`.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The packages that can be built, each with the packages that have to be built before it. */
const order = { client: ['client'], cli: ['client', 'cli'] }

async function build(name) {
  const folder = join(root, 'packages', name)
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return await runChild(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], {
    cwd: root,
    stdio: ['ignore', 2, 2]
  })
}

for (const name of order[process.argv[2]] ?? []) process.exitCode ||= await build(name)
