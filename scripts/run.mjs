// Runs one of Purveyor's commands with the Node version that package.json pins. This file and its imports
// must run on Node 20 and use no packages, because they install the packages.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode, linkLibraries, memorySettings } from './runtime.mjs'
import { StartError } from './start-error.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const commands = {
  start: { program: ['apps/api/src/main.ts'] },
  migrate: { program: ['apps/api/src/cli/migrate.ts'] },
  operator: { program: ['apps/api/src/cli/operator.ts'] },
  backup: { program: ['apps/api/src/cli/backup.ts'] },
  restore: { program: ['apps/api/src/cli/restore.ts'] },
  build: { program: ['apps/console/build/build.ts'] },
  'build-package': { program: ['scripts/build-package.mjs'], dev: true },
  openapi: { program: ['apps/api/src/cli/openapi.ts'] },
  'client-types': { program: ['packages/client/generate/generate.ts'], dev: true },
  test: { program: ['scripts/test.mjs'], dev: true },
  'check:long': { program: ['scripts/check-long.mjs'], dev: true },
  gallery: { program: ['scripts/gallery.mjs'], dev: true },
  freeze: { program: ['scripts/freeze.mjs'], dev: true },
  bench: { program: ['bench/bench.ts'], dev: true },
  format: { program: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], dev: true }
}

async function run([name, ...args]) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
  if (!command)
    throw new StartError(`Unknown command. The commands are: ${Object.keys(commands).join(', ')}.`)
  await ensureInstalled(root, { dev: command.dev === true })
  linkLibraries(root)
  const [file, ...options] = command.program
  const env = { ...memorySettings, ...process.env }
  const [node, programArgs] = [findNode(root), [join(root, file), ...options, ...args]]
  if (canBeReplaced()) {
    process.chdir(root)
    process.execve(node, [node, ...programArgs], env)
  }
  return await runChild(node, programArgs, { cwd: root, env })
}

/**
 * True if the program can take the place of this process. A container or systemd then runs only one process,
 * which gets all signals. If npm runs this process, the program has to be a child: see `runChild`.
 */
function canBeReplaced() {
  const isByNpm = process.env.npm_lifecycle_event !== undefined
  return process.execve !== undefined && process.platform !== 'win32' && !isByNpm
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
