import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { generate } from '../generate/generate.ts'

const source = join(import.meta.dirname, '../src')
const maxBytes = 12 * 1024

async function bundle(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: source, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser'
  })
  const [file] = outputFiles
  assert.ok(file)
  return file.contents
}

suite('The package', () => {
  test('the generated files are those of the OpenAPI document', async () => {
    for (const [name, text] of Object.entries(await generate())) {
      const written = await readFile(join(source, 'generated', name), 'utf8')
      assert.ok(written === text, `src/generated/${name} is out of date. Run \`npm run client-types\`.`)
    }
  })

  test('everything takes at most 12 KB, minified and compressed', async () => {
    const code = await bundle(`export * from './index.ts'`)
    const { length } = gzipSync(code, { level: 9 })
    assert.ok(length <= maxBytes, `${length} bytes`)
  })

  test('what is not imported is left out', async () => {
    const code = await bundle(`import { etagOf } from './index.ts'; console.log(etagOf)`)
    assert.ok(code.length < 300, `${code.length} bytes`)
  })

  test('imports nothing but its own files', async () => {
    for (const name of await readdir(source, { recursive: true })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      const text = await readFile(join(source, name), 'utf8')
      const imports = [...text.matchAll(/(?:from|import) ?\(?'([^']+)'/g)].map(([, path = '']) => path)
      const others = imports.filter((path) => !/^\.{1,2}\/[\w/-]+\.ts$/.test(path))
      assert.deepEqual(others, [], name)
      assert.doesNotMatch(text, /\b(process|Buffer|require)\b[.(]/, name)
    }
  })
})
