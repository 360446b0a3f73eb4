import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { hashSources } from '../build/sources.ts'
import { findBuild, readBuild } from '../build/stored-builds.ts'
import { createFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await createFixture()
})
afterEach(() => fixture.remove())

/** A folder that can't be created, even by root. */
const unusable = () => join(fixture.sources.folder, 'index.html', 'builds')
const namesIn = async (folder: string) => (await readdir(folder)).sort()

async function builtNow() {
  const build = await readBuild((await fixture.build()).folder)
  assert.ok(build)
  return build
}

describe('a build', () => {
  test('has the page, and each file with smaller forms of the same content', async () => {
    const build = await builtNow()
    assert.match(build.page, /<script type="module" crossorigin src="\/app\/[^"]+" nonce="CSP_NONCE">/)
    const compressed = [...build.files.values()].filter(({ forms }) => forms.br)
    assert.ok(compressed.length > 0)
    for (const { plain, forms } of compressed) {
      if (forms.br) assert.deepEqual(brotliDecompressSync(forms.br), plain)
      if (forms.gzip) assert.deepEqual(gunzipSync(forms.gzip), plain)
      for (const form of Object.values(forms)) assert.ok(form.length < plain.length)
    }
    const paths = [...build.files.keys()].map((path) => path.replace(/-[\w-]{8}\./, '.')).sort()
    assert.deepEqual(paths, ['/app/index.css', '/app/index.js', '/app/later.js'])
  })

  test('is for production, whatever NODE_ENV says', async () => {
    await fixture.write('src/main.ts', 'document.title = import.meta.env.MODE + process.env.NODE_ENV')
    process.env.NODE_ENV = 'test'
    const { files } = await builtNow()
    assert.match(String([...files.values()][0]?.plain), /production.*production/)
  })

  test('is made again only if the sources have changed', async () => {
    const first = await fixture.build()
    assert.equal(first.isNew, true)
    await fixture.write('src/main.test.ts', 'a test')
    await fixture.write('.hidden', 'a hidden file')
    assert.deepEqual(await fixture.build(), { ...first, isNew: false })
    await fixture.write('src/later.ts', 'document.body.append("different")')
    const second = await fixture.build()
    assert.equal(second.isNew, true)
    assert.notEqual(second.folder, first.folder)
    // The files of the first build are still there, for pages that are open.
    assert.ok(await readBuild(first.folder))
  })

  test('is made once by processes that start at the same time', async () => {
    const built = await Promise.all([fixture.build(), fixture.build(), fixture.build()])
    assert.deepEqual(built.map(({ isNew }) => isNew).sort(), [false, false, true])
    assert.equal(new Set(built.map(({ folder }) => folder)).size, 1)
    assert.ok(await readBuild(built[0].folder))
  })

  test('is not left half done by a process that is killed', async () => {
    await fixture.killBuild()
    assert.equal((await namesIn(fixture.output)).filter((name) => name.startsWith('.draft-')).length, 1)
    const hash = await hashSources(fixture.sources)
    assert.equal(await findBuild([fixture.output], hash), undefined)
    assert.equal((await fixture.build()).isNew, true)
    assert.deepEqual(await namesIn(fixture.output), ['.lock', hash])
  })

  test('that fails says why and leaves nothing', async () => {
    await fixture.write('src/later.ts', 'const = 1')
    await assert.rejects(fixture.build(), /later\.ts/)
    assert.deepEqual(await namesIn(fixture.output), ['.lock'])
  })

  test('that is damaged is not used, and is made again', async () => {
    const { folder } = await fixture.build()
    const [name = ''] = await namesIn(join(folder, 'app'))
    const content = await readFile(join(folder, 'app', name))
    await writeFile(join(folder, 'app', name), content.subarray(1))
    assert.equal(await readBuild(folder), undefined)
    assert.deepEqual(await fixture.build(), { folder, isNew: true })
    assert.ok(await readBuild(folder))
  })

  test('has the name of the sources that it was made from, even if they change in the meantime', async () => {
    await fixture.write('.change', '')
    const { folder } = await fixture.build()
    const build = await findBuild([fixture.output], await hashSources(fixture.sources))
    assert.equal(build?.folder, folder)
    const later = [...(build?.files ?? [])].find(([path]) => path.includes('later'))
    assert.match(String(later?.[1].plain), /changed/)
  })
})

describe('the folder of the builds', () => {
  test('is not written to if it has the build', async () => {
    const { folder } = await fixture.build()
    await rm(join(fixture.output, '.lock'))
    assert.equal((await fixture.build([unusable(), fixture.output])).isNew, false)
    assert.deepEqual(await namesIn(fixture.output), [folder.slice(fixture.output.length + 1)])
  })

  test('is the next one if the first cannot be written', async () => {
    const { folder } = await fixture.build([unusable(), fixture.output])
    assert.equal(folder, join(fixture.output, await hashSources(fixture.sources)))
    await fixture.write('src/later.ts', '1')
    await assert.rejects(fixture.build([unusable()]), /needs a folder that can be written.*ENOTDIR/)
  })

  test('has the newest three builds', async () => {
    const folders: string[] = []
    for (const number of [1, 2, 3, 4]) {
      await fixture.write('src/later.ts', `document.body.append("${number}")`)
      folders.push((await fixture.build()).folder)
    }
    const names = folders.slice(1).map((folder) => folder.slice(fixture.output.length + 1))
    assert.deepEqual(await namesIn(fixture.output), ['.lock', ...names].sort())
  })
})
