import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { connect } from '../src/db/connect.ts'
import { type Node, startNode } from './bucket.ts'
import type { TestDatabase } from './database.ts'
import { createDemoDatabase } from './demo.ts'
import { writeModules } from './guide-samples.ts'
import { compileCache, serviceFolder } from './running-service.ts'

const root = resolve(import.meta.dirname, '../../..')

async function listPages(folder: string): Promise<string[]> {
  const files = (await readdir(join(root, folder))).filter((file) => file.endsWith('.md'))
  return files.map((file) => join(folder, file))
}

/** The pages with commands or TypeScript samples, which run in this test. */
const pages = new Map<string, string>()
for (const page of ['README.md', ...(await listPages('docs/guides')), ...(await listPages('docs'))]) {
  const text = await readFile(join(root, page), 'utf8')
  if (/^```(sh|ts)$/m.test(text)) pages.set(page, text)
}

let folder: string
let database: TestDatabase
let service: Node
let modules: Map<string, string>
before(async () => {
  folder = await serviceFolder()
  database = await createDemoDatabase(join(folder, 'data/assets'))
  const sql = connect(database.url, { max: 1 })
  service = await startNode({ sql }, folder, {})
  await sql.end()
  modules = await writeModules(join(folder, 'samples'), pages)
})
after(async () => {
  service.child.kill('SIGKILL')
  await service.ended
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A shell block, with the status of the response to its last call, or the exit code of its last command. */
type Block = { code: string; responds?: number; exits?: number }

/**
 * Returns the shell blocks of a page in order. `<!-- responds 400 -->` before a block states the error of its
 * last call, and `<!-- exits 3 -->` its exit code.
 */
function blocks(markdown: string): Block[] {
  return [...markdown.matchAll(/(?:<!-- (responds|exits) (\d+) -->\n)?```sh\n([\s\S]*?)```/g)].map(
    ([, kind, number, code = '']) => ({ code, ...(kind && { [kind]: Number(number) }) })
  )
}

/**
 * Builds one script of all blocks, which stops at the first call whose response isn't as the page states.
 * `npx` runs the programs of the workspace.
 */
function script(page: Block[]): string {
  const head = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body --max-time 30 "$@"; }
npx() { "$@"; }`
  return [
    head,
    ...page.map(({ code, responds, exits = 0 }, index) => {
      const begin = `echo "## block ${index + 1}" >&2`
      if (exits > 0)
        return `${begin}
ended=0; { ${code} } || ended=$?
[ "$ended" = ${exits} ] || { echo "expected the exit code ${exits}, not $ended" >&2; exit 1; }`
      if (responds === undefined) return `${begin}\n${code}`
      return `${begin}
refused=$(${code.trim()} 2>/dev/null || true)
case "$refused" in *'"status":${responds},'*) ;; *) echo "expected ${responds}: $refused" >&2; exit 1 ;; esac`
    })
  ].join('\n')
}

/** Runs a program in the folder of the service, and returns its exit code and everything that it prints. */
function run(program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    const path = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH]
    const child = spawn(program, args, {
      cwd: folder,
      env: {
        PATH: path.join(delimiter),
        PURVEYOR_URL: new URL(service.url).origin,
        HOME: folder,
        ...compileCache()
      },
      timeout: 100_000
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', failed)
    child.once('close', (code) => done({ code, output }))
  })
}

/** The Python samples of a page as one program, or undefined if it has none. */
function pythonOf(markdown: string): string | undefined {
  const samples = [...markdown.matchAll(/```py\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  return samples.length > 0 ? samples.join('\n') : undefined
}

test('the TypeScript samples of all pages compile in a strict project', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { code, output } = await run(process.execPath, [compiler, '-p', join(folder, 'samples')])
  assert.equal(code, 0, output.slice(0, 5000))
})

for (const [page, text] of pages) {
  test(`every call in ${page} gets the response that the page states`, async () => {
    const shell = await run('bash', ['-c', script(blocks(text))])
    assert.equal(shell.code, 0, shell.output.slice(-3000))
    const file = modules.get(page)
    if (file === undefined) return
    const samples = await run(process.execPath, ['--conditions=purveyor-source', file])
    assert.equal(samples.code, 0, samples.output.slice(-3000))
  })

  const python = pythonOf(text)
  if (python !== undefined)
    test(`the Python samples in ${page} run after its commands`, { skip: withoutPython() }, async () => {
      const { code, output } = await run('python3', ['-c', python])
      assert.equal(code, 0, output.slice(-3000))
    })
}

function withoutPython(): string | false {
  return spawnSync('python3', ['-c', '']).status === 0 ? false : 'python3 is not installed'
}
