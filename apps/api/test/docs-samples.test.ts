import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { operations } from '../../../packages/client/src/generated/operations.ts'
import { type TestApp, testApp } from './app.ts'
import { crawl } from './docs-pages.ts'

const root = resolve(import.meta.dirname, '../../..')

let t: TestApp
let folder: string
before(async () => {
  t = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'purveyor-samples-'))
})
after(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the samples of TypeScript on the pages of the API, each with the URL of its page. */
async function readSamples(): Promise<{ url: string; code: string }[]> {
  const pages = await crawl(t.app)
  return [...pages]
    .filter(([url]) => /^\/docs\/api\/.*\.md$/.test(url))
    .flatMap(([url, { text }]) =>
      [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => ({ url, code }))
    )
}

function countMethods(table: object): number {
  return Object.values(table)
    .map((entry) => (typeof entry === 'string' ? 1 : countMethods(entry)))
    .reduce((sum, count) => sum + count, 0)
}

/** Type-checks a module that uses the client. Returns the errors of the compiler. */
async function typeCheck(code: string): Promise<string> {
  await mkdir(join(folder, 'node_modules/@purveyor'), { recursive: true })
  await symlink(join(root, 'packages/client'), join(folder, 'node_modules/@purveyor/client'))
  await writeFile(join(folder, 'samples.ts'), code)
  const compilerOptions = {
    ...{
      target: 'esnext',
      lib: ['esnext', 'dom', 'dom.iterable'],
      module: 'nodenext',
      noEmit: true,
      strict: true
    },
    ...{ moduleDetection: 'force', allowImportingTsExtensions: true, skipLibCheck: true },
    ...{
      customConditions: ['purveyor-source'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')]
    }
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['samples.ts'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return promisify(execFile)(process.execPath, [tsc, '-p', folder], { timeout: 100_000 }).then(
    () => '',
    (error: { stdout?: string; message: string }) => error.stdout || error.message
  )
}

test('the samples of TypeScript on the pages of the API have the types of the client', async () => {
  const samples = await readSamples()
  assert.equal(samples.length, countMethods(operations), 'every method of the client has a sample')
  const functions = samples.map(({ url, code }, index) => {
    const body = code.replace(/^import .*\n+/gm, '')
    return `// ${url}\nexport async function sample${index}() {\n${body}}\n`
  })
  const head =
    "import { openAsBlob } from 'node:fs'\nimport type { Purveyor } from '@purveyor/client'\ndeclare const purveyor: Purveyor\n"
  assert.equal(await typeCheck(head + functions.join('\n')), '')
})
