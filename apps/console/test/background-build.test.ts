import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type OpenConsole, openConsole } from '../../api/src/console/open-console.ts'
import { readBuild } from '../build/stored-builds.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
let lines: string[]
beforeEach(async () => {
  fixture = await createFixture()
  lines = []
})
afterEach(() => fixture.remove())

const log = {
  info: (_fields: object, message: string) => lines.push(message),
  error: ({ err }: { err?: Error }, message: string) => lines.push(`${message}: ${err?.message}`)
}

const plan = () => ({ sources: fixture.sources, folders: [fixture.output] })

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10)
}

/** Waits until the build has written its files, and returns the id of its process. */
async function builderPid(): Promise<number> {
  const file = join(fixture.sources.folder, '.written')
  await until(() => existsSync(file))
  for (;;) {
    const pid = Number(await readFile(file, 'utf8'))
    if (pid) return pid
    await sleep(10)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function buildUntilEnd(opened: OpenConsole): Promise<void> {
  opened.build()
  await until(() => opened.state !== 'building')
}

describe('a service that starts', () => {
  test('builds the console in the background, and serves it then', async () => {
    const opened = await openConsole(plan(), log)
    assert.deepEqual([opened.state, opened.page, opened.files.size], ['building', '', 0])
    await buildUntilEnd(opened)
    assert.equal(opened.state, 'ready')
    assert.match(opened.page, /CSP_NONCE/)
    assert.equal(opened.files.size, 3)
    assert.equal(lines[0], 'building the console')
    assert.match(lines[1] ?? '', /^the console was built in \d+\.\d s$/)
    await opened.close()
  })

  test('uses the build of its sources if there is one, and has the files of older ones', async () => {
    const older = await readBuild((await fixture.build()).folder)
    await fixture.write('src/later.ts', 'document.body.append("another release")')
    await fixture.build()
    const opened = await openConsole(plan(), log)
    assert.equal(opened.state, 'ready')
    opened.build()
    assert.deepEqual(lines, [])
    for (const path of older?.files.keys() ?? []) assert.ok(opened.files.has(path), path)
    assert.equal(opened.files.size, 5)
  })

  test('reports the cause if the build fails', async () => {
    await fixture.write('src/later.ts', 'const = 1')
    const opened = await openConsole(plan(), log)
    await buildUntilEnd(opened)
    assert.equal(opened.state, 'failed')
    assert.match(lines[1] ?? '', /^the console could not be built; the API is not affected: .*later\.ts/s)
    await opened.close()
  })

  test('reports sources that are missing, and starts without the console', async () => {
    const missing = { folder: join(fixture.sources.folder, 'none'), others: [] }
    const opened = await openConsole({ ...plan(), sources: missing }, log)
    await buildUntilEnd(opened)
    assert.equal(opened.state, 'failed')
    assert.match(lines[1] ?? '', /ENOENT.*none/)
    await opened.close()
  })

  test('stops the build when it stops', async () => {
    await fixture.write('.hold', '')
    const opened = await openConsole(plan(), log)
    opened.build()
    const pid = await builderPid()
    // On Ctrl-C, the build gets the signal too. It must not be reported as failed.
    process.kill(pid, 'SIGINT')
    await opened.close()
    assert.equal(isRunning(pid), false)
    assert.deepEqual(lines, ['building the console'])
  })

  test('does not leave the build running if it is killed', async () => {
    await fixture.write('.hold', '')
    const module = pathToFileURL(join(import.meta.dirname, '../../api/src/console/run-build.ts')).href
    const script = `import { runBuild } from ${JSON.stringify(module)}; runBuild(${JSON.stringify(plan())})`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
    const pid = await builderPid()
    parent.kill('SIGKILL')
    await once(parent, 'close')
    await until(() => !isRunning(pid))
  })
})
