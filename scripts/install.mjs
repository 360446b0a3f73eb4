import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runChild } from './child.mjs'
import { withFolderLock } from './folder-lock.mjs'
import { StartError } from './start-error.mjs'

/**
 * Installs the packages of package-lock.json when node_modules does not hold them for this platform; `dev` asks
 * for the development packages too. Without anything to do it reads two or three files.
 */
export async function ensureInstalled(root, { dev }) {
  if (isInstalled(root, dev)) return
  const wait = () => say('Another start is installing the packages, waiting for it.')
  try {
    await withFolderLock(
      join(root, '.purveyor', 'install.lock'),
      async () => {
        if (!isInstalled(root, dev)) await install(root)
      },
      wait
    )
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM')
      throw new StartError(
        `The packages are not installed and ${root} cannot be written: ${error.message}. Run "npm ci" as its owner.`
      )
    throw error
  }
}

/** Whether node_modules holds what package-lock.json asks for on this platform. */
export function isInstalled(root, dev) {
  const { lock, installed } = readLocks(root)
  if (!installed) return false
  if (read(stampFile(root)) === stampOf(lock, installed)) return true
  if (!covers(JSON.parse(installed).packages, JSON.parse(lock).packages, dev)) return false
  if (dev) writeStamp(root)
  return true
}

/** Notes that npm has installed everything for package-lock.json as it is now. */
function writeStamp(root) {
  const { lock, installed } = readLocks(root)
  try {
    writeFileSync(stampFile(root), stampOf(lock, installed ?? ''))
  } catch {
    // A node_modules of someone else's: the next start compares the two lock files again.
  }
}

function readLocks(root) {
  const lock = read(join(root, 'package-lock.json'))
  if (!lock) throw new StartError(`package-lock.json is missing in ${root}: fetch the whole project again.`)
  return { lock, installed: read(join(root, 'node_modules', '.package-lock.json')) }
}

function stampFile(root) {
  return join(root, 'node_modules', '.purveyor-installed')
}

// npm writes node_modules/.package-lock.json at the very end: an install that was cut short has none.
async function install(root) {
  say('Installing the packages, which takes a minute the first time.')
  const include = ['--include=dev', '--include=optional', '--install-strategy=hoisted']
  const flags = [...include, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, args, options] = npm()
  // What npm prints goes to stderr: stdout belongs to the command that was asked for.
  const code = await runChild(command, [...args, 'ci', ...flags], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    ...options
  })
  if (code !== 0)
    throw new StartError(
      `The packages could not be installed: "npm ci" ended with ${code}. It needs the npm registry: check the ` +
        'network and the proxy ("npm ping"), then run this again.',
      code
    )
  writeStamp(root)
}

// The Node that runs npm rather than process.execPath, which may be the one in the node_modules being replaced.
function npm() {
  const path = process.env.npm_execpath
  if (path && basename(path) === 'npm-cli.js' && existsSync(path))
    return [process.env.npm_node_execpath ?? process.execPath, [path], {}]
  return process.platform === 'win32' ? ['npm.cmd', [], { shell: true }] : ['npm', [], {}]
}

function stampOf(...texts) {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`
}

function covers(installed, wanted, dev) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || (entry.dev && !dev) || !isNeededHere(entry)) return true
    const found = installed[path]
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity
  })
}

// Packages bound to a libc come in twins of which npm installs one. An optional package for any system may belong
// to one for another system, and is left out with it.
function isNeededHere({ libc, os, cpu, optional }) {
  if (libc !== undefined || (optional && os === undefined && cpu === undefined)) return false
  return allows(os, process.platform) && allows(cpu, process.arch)
}

function allows(list, value) {
  if (list === undefined) return true
  const names = [list].flat()
  if (names.includes(`!${value}`)) return false
  return names.includes(value) || names.every((name) => name.startsWith('!'))
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function say(message) {
  process.stderr.write(`${message}\n`)
}
