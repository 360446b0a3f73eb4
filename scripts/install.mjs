import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runChild } from './child.mjs'
import { withFolderLock } from './folder-lock.mjs'
import { StartError } from './start-error.mjs'

/**
 * Installs the packages in package-lock.json if node_modules lacks any that this platform needs. Development
 * packages count only if `dev` is true. If nothing is missing, reads only two or three files. While packages are
 * installed, prints every `reportMs` milliseconds how many there are. Throws `StartError`.
 */
export async function ensureInstalled(root, { dev, reportMs = 10_000 }) {
  if (isInstalled(root, dev)) return
  const wait = () => log('Another process is installing the packages. Waiting until it has finished.')
  try {
    await withFolderLock(
      join(root, '.purveyor', 'install.lock'),
      async () => {
        if (!isInstalled(root, dev)) await install(root, reportMs)
      },
      wait
    )
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM')
      throw new StartError(
        `The packages are not installed, and ${root} is not writable: ${error.message}. ` +
          'Run "npm ci" as the owner of that folder.'
      )
    throw error
  }
}

/** True if node_modules contains all packages in package-lock.json that this platform needs. */
export function isInstalled(root, dev) {
  const { lock, installed } = readLocks(root)
  if (!installed) return false
  if (read(stampFile(root)) === stampOf(lock, installed)) return true
  if (!satisfies(JSON.parse(installed).packages, JSON.parse(lock).packages, dev)) return false
  if (dev) writeStamp(root)
  return true
}

/** Records that the packages of the current package-lock.json are installed. */
function writeStamp(root) {
  const { lock, installed } = readLocks(root)
  try {
    writeFileSync(stampFile(root), stampOf(lock, installed ?? ''))
  } catch {
    // node_modules is not writable. The next start compares the two lock files again.
  }
}

// npm writes node_modules/.package-lock.json last, so `installed` is undefined after an interrupted install.
function readLocks(root) {
  const lock = read(join(root, 'package-lock.json'))
  if (!lock)
    throw new StartError(`package-lock.json is missing in ${root}. Download the complete project again.`)
  return { lock, installed: read(join(root, 'node_modules', '.package-lock.json')) }
}

function stampFile(root) {
  return join(root, 'node_modules', '.purveyor-installed')
}

async function install(root, reportMs) {
  log('Installing the npm packages. npm downloads about 400 MB, unless it has them in its cache.')
  const reporting = reportProgress(root, reportMs)
  const include = ['--include=dev', '--include=optional', '--install-strategy=hoisted']
  const flags = [...include, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, args, options] = npm()
  // npm's output goes to stderr, because stdout is for the output of the user's command.
  const code = await runChild(command, [...args, 'ci', ...flags], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    ...options
  }).finally(() => clearInterval(reporting))
  if (code !== 0)
    throw new StartError(
      `The packages could not be installed: "npm ci" ended with exit code ${code}. Check that you can reach the ` +
        'npm registry ("npm ping"), directly or through your proxy, then run this command again.',
      code
    )
  writeStamp(root)
}

function reportProgress(root, reportMs) {
  const start = performance.now()
  return setInterval(() => {
    const { installed, needed } = countInstalled(root)
    const seconds = Math.round((performance.now() - start) / 1000)
    log(`Still installing: ${installed} of ${needed} packages, ${seconds} s so far.`)
  }, reportMs)
}

/** Returns how many packages this platform needs, and how many of them are in node_modules. */
export function countInstalled(root) {
  const packages = neededPackages(JSON.parse(readLocks(root).lock).packages, true)
  const installed = packages.filter(([path]) => existsSync(join(root, path, 'package.json')))
  return { installed: installed.length, needed: packages.length }
}

// Uses the Node that runs npm, because process.execPath may be inside the node_modules that is being
// replaced.
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

function satisfies(installed, required, dev) {
  return neededPackages(required, dev).every(([path, entry]) => {
    const found = installed[path]
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity
  })
}

function neededPackages(packages, dev) {
  return Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && (dev || !entry.dev) && isNeededHere(entry)
  )
}

// True if npm always installs the package on this platform. False for variants for one libc, and for optional
// packages without a platform, which can be dependencies of packages for another platform.
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

function log(message) {
  process.stderr.write(`${message}\n`)
}
