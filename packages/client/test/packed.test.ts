import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sequenceCatalogChanges } from '../../../apps/api/src/catalog-changes.ts'
import { sequenceEvents } from '../../../apps/api/src/events.ts'
import { type TestApp, testApp } from '../../../apps/api/test/app.ts'
import { skipWithout } from '../../../apps/api/test/long.ts'
import { everyMethod } from './every-method.ts'
import { compile, install, pack, root, run, type Tarball } from './packed.ts'

describe('the packed client', { skip: skipWithout('npm') }, () => {
  let folder: string
  let project: string
  let tarball: Tarball
  let t: TestApp
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor packed '))
    project = join(folder, 'an empty project')
    tarball = await pack('client', folder)
    await install(project, [tarball], ['--offline'])
    t = await testApp({ withDemo: true })
    // The worker does this too.
    await t.sql.begin((tx) => sequenceEvents(tx, 10_000))
    await t.sql.begin((tx) => sequenceCatalogChanges(tx, 10_000))
    await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(async () => {
    await t.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('contains only JavaScript, declarations and the texts about it', async () => {
    const others = tarball.files.filter((file) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(file))
    assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json'])
    assert.ok(tarball.files.includes('dist/index.js') && tarball.files.includes('dist/index.d.ts'))
    const licence = await readFile(join(project, 'node_modules/@purveyor/client/LICENSE'), 'utf8')
    assert.equal(licence, await readFile(join(root, 'LICENSE'), 'utf8'))
  })

  test('compiles with a program that calls every method, with the types of browsers', async () => {
    const program =
      'import { Purveyor } from "@purveyor/client"\nexport const purveyor = new Purveyor({ url: "" })'
    await writeFile(join(project, 'program.ts'), program)
    await compile(project, { lib: ['es2022', 'dom'], types: [] })
  })

  test('every method works in an empty project', async () => {
    const { program, count } = everyMethod()
    await writeFile(join(project, 'program.ts'), program)
    await compile(project, { lib: ['es2022'], types: ['node'] })
    const { port } = t.app.server.address() as AddressInfo
    const output = await run(process.execPath, ['program.js', `http://127.0.0.1:${port}`], project)
    assert.ok(Number(output) >= count, `${output} calls of ${count} methods`)
  })
})
