import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isInstalled } from './install.mjs'
import { StartError } from './start-error.mjs'

const parent = mkdtempSync(join(tmpdir(), 'purveyor-install-'))
after(() => rmSync(parent, { recursive: true, force: true }))

const here = { os: [process.platform], cpu: [process.arch] }

const lock = {
  '': { name: 'root' },
  'apps/api': { version: '0.1.0' },
  'node_modules/plain': { version: '1.0.0', integrity: 'sha512-plain' },
  'node_modules/native-here': { version: '1.0.0', optional: true, ...here },
  'node_modules/native-elsewhere': { version: '1.0.0', optional: true, os: ['plan9'] },
  'node_modules/not-here': { version: '1.0.0', optional: true, os: [`!${process.platform}`] },
  'node_modules/runtime-of-elsewhere': { version: '1.0.0', optional: true },
  'node_modules/checker': { version: '1.0.0', dev: true }
}

const complete = {
  'node_modules/plain': lock['node_modules/plain'],
  'node_modules/native-here': lock['node_modules/native-here'],
  'node_modules/checker': lock['node_modules/checker']
}

const { 'node_modules/checker': _, ...withoutDev } = complete
const { 'node_modules/native-here': __, ...withoutNative } = complete

const cases = [
  { title: 'everything for this platform', installed: complete, start: true, dev: true },
  { title: 'no development packages', installed: withoutDev, start: true, dev: false },
  { title: 'no native package for this platform', installed: withoutNative, start: false, dev: false },
  {
    title: 'no lock file of npm, as after an interrupted install',
    installed: undefined,
    start: false,
    dev: false
  },
  {
    title: 'another version',
    installed: { ...complete, 'node_modules/plain': { version: '1.0.1', integrity: 'sha512-plain' } },
    start: false,
    dev: false
  },
  {
    title: 'the same version with different content',
    installed: { ...complete, 'node_modules/plain': { version: '1.0.0', integrity: 'sha512-other' } },
    start: false,
    dev: false
  }
]

for (const [index, { title, installed, start, dev }] of cases.entries())
  test(`node_modules with ${title} is ${start ? 'enough' : 'not enough'} to start and ${dev ? 'enough' : 'not enough'} to test`, () => {
    const root = join(parent, String(index))
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    write(join(root, 'package-lock.json'), lock)
    if (installed) write(join(root, 'node_modules', '.package-lock.json'), installed)
    for (const round of ['first', 'again']) {
      assert.equal(isInstalled(root, false), start, round)
      assert.equal(isInstalled(root, true), dev, round)
    }
  })

test('a lock file that changes after the install requires another install', () => {
  const root = join(parent, 'changed')
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  write(join(root, 'package-lock.json'), lock)
  write(join(root, 'node_modules', '.package-lock.json'), complete)
  assert.equal(isInstalled(root, true), true)
  write(join(root, 'package-lock.json'), { ...lock, 'node_modules/new': { version: '1.0.0' } })
  assert.equal(isInstalled(root, true), false)
})

test('an install that takes long says how many packages it has installed', async () => {
  const root = join(parent, 'slow')
  mkdirSync(root)
  write(join(root, 'package-lock.json'), lock)
  writeFileSync(join(root, 'package.json'), '{}')
  const npm = join(root, 'npm-cli.js')
  const output = join(root, 'output')
  // Installs one package after the other, each one when the output has the number of those before it.
  const install = `
    const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
    const isShown = (count) => readFileSync('output', 'utf8').includes('installing: ' + count + ' of 3 ')
    const names = ['plain', 'native-here', 'checker']
    const next = (count) => {
      if (!isShown(count)) return setTimeout(next, 5, count)
      if (count === 3)
        return writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: complete }))})
      mkdirSync('node_modules/' + names[count], { recursive: true })
      writeFileSync('node_modules/' + names[count] + '/package.json', '{}')
      next(count + 1)
    }
    next(0)`
  writeFileSync(npm, install)
  const script = `
    import { ensureInstalled } from ${JSON.stringify(import.meta.resolve('./install.mjs'))}
    await ensureInstalled(${JSON.stringify(root)}, { dev: true, reportMs: 20 })`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', openSync(output, 'w')],
    env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath }
  })
  const stderr = readFileSync(output, 'utf8')
  assert.equal(status, 0, stderr)
  const [first, ...lines] = stderr.trimEnd().split('\n')
  assert.match(
    first,
    /^Installing the npm packages\. npm downloads about \d+ MB, unless it has them in its cache\.$/
  )
  for (const line of lines) assert.match(line, /^Still installing: [0-3] of 3 packages, \d+ s so far\.$/)
  assert.equal(isInstalled(root, true), true)
})

test('a project without package-lock.json is an error', () => {
  assert.throws(() => isInstalled(join(parent, 'nowhere'), false), StartError)
})

function write(file, packages) {
  writeFileSync(file, JSON.stringify({ packages }))
}
