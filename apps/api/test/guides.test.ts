import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { connect } from '../src/db/connect.ts'
import { type Node, startNode } from './bucket.ts'
import type { TestDatabase } from './database.ts'
import { createDemoDatabase } from './demo.ts'
import { freePort } from './free-port.ts'
import { type PythonSample, pythonOf, writeModules, writePythonFiles } from './guide-samples.ts'
import { compileCache, serviceFolder } from './running-service.ts'

const root = resolve(import.meta.dirname, '../../..')

async function listPages(folder: string): Promise<string[]> {
  const files = (await readdir(join(root, folder))).filter((file) => file.endsWith('.md'))
  return files.map((file) => join(folder, file))
}

/** The pages with samples, which run in this test. */
const pages = new Map<string, string>()
for (const page of ['README.md', ...(await listPages('docs/guides')), ...(await listPages('docs'))]) {
  const text = await readFile(join(root, page), 'utf8')
  if (/^```(sh|ts|py)$/m.test(text)) pages.set(page, text)
}

const withoutPython = spawnSync('python3', ['-c', '']).status !== 0 && 'python3 is not installed'

let folder: string
/** The port on which the samples of receivers listen. */
let port: number
let database: TestDatabase
let service: Node
let modules: Map<string, string>
/** The processes that run samples of TypeScript and Python: see `run-samples.ts` and `run-samples.py`. */
let node: ChildProcess
let nodePort: number
const nodeEnded = new AbortController()
let python: ChildProcess | undefined
let answers: AsyncIterator<string> | undefined
before(async () => {
  folder = await serviceFolder()
  port = await freePort()
  database = await createDemoDatabase(join(folder, 'data/assets'))
  const sql = connect(database.url, { max: 1 })
  service = await startNode({ sql }, folder, {})
  await sql.end()
  modules = await writeModules(join(folder, 'samples'), pages)
  await writePythonFiles(folder, pages)
  node = fork(join(import.meta.dirname, 'run-samples.ts'), {
    cwd: folder,
    env: variables(),
    execArgv: ['--conditions=purveyor-source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  node.once('exit', () => nodeEnded.abort())
  ;[nodePort] = await once(node, 'message', { signal: nodeEnded.signal })
  if (withoutPython) return
  const child = spawn('python3', ['-B', join(import.meta.dirname, 'run-samples.py')], {
    cwd: folder,
    env: variables(),
    stdio: ['pipe', 'pipe', 'inherit']
  })
  answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  python = child
})
after(async () => {
  for (const { child } of [service, { child: node }, { child: python }]) child?.kill('SIGKILL')
  await service.ended
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The environment variables of the samples. */
function variables(): Record<string, string> {
  const path = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH]
  return {
    PATH: path.join(delimiter),
    PURVEYOR_URL: new URL(service.url).origin,
    HOME: folder,
    PORT: String(port),
    ...compileCache()
  }
}

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
 * `npx` runs the programs of the workspace. `node -pe` evaluates its code in a process that already runs, because the
 * pages do this 300 times, and starting Node takes longer than everything else in the script.
 */
function script(page: Block[]): string {
  const head = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body --max-time 30 "$@"; }
npx() { "$@"; }
node() {
  if [ "$#" != 2 ] || [ "$1" != -pe ]; then command node "$@"; return; fi
  { printf '%s\\0' "$2"; cat; } | curl --header 'Expect:' --data-binary @- http://127.0.0.1:${nodePort}/
}`
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
    const child = spawn(program, args, { cwd: folder, env: variables(), timeout: 100_000 })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', failed)
    child.once('close', (code) => done({ code, output }))
  })
}

/** Runs the module of a page. Returns its error, or null. */
async function runModule(file: string): Promise<string | null> {
  const answer = once(node, 'message', { signal: nodeEnded.signal })
  node.send(file)
  const [error] = await answer
  return error
}

/** Runs the Python samples of a page. Returns their error, or null. */
async function runPython(page: string, samples: PythonSample[]): Promise<string | null> {
  python?.stdin?.write(`${JSON.stringify({ page, samples })}\n`)
  const line = await answers?.next()
  assert.equal(line?.done, false, 'Python has ended')
  return JSON.parse(line?.value ?? '')
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
    if (file !== undefined) assert.equal(await runModule(file), null)
  })

  const samples = pythonOf(text)
  if (samples.length > 0)
    test(`every call of Python in ${page} gets it too`, { skip: withoutPython }, async () => {
      assert.equal(await runPython(page, samples), null)
    })
}
