import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { skipWithout } from '../../../apps/api/test/long.ts'
import { compile, install, pack, root, type Tarball } from './packed.ts'

// The long check `packed` runs the packages.
describe('the packed client', { skip: skipWithout('npm') }, () => {
  let folder: string
  let project: string
  let tarball: Tarball
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor packed '))
    project = join(folder, 'an empty project')
    tarball = await pack('client', folder)
    await install(project, [tarball], ['--offline'])
  })
  after(() => rm(folder, { recursive: true, force: true }))

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
})
