import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningService, startService } from './running-service.ts'

const root = resolve(import.meta.dirname, '../../..')
const guides = (await readdir(`${root}/docs/guides`))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/guides/${file}`)

let service: RunningService
before(async () => {
  service = await startService()
})
after(() => service.remove())

type Block = { code: string; status: number | undefined }

/**
 * Returns the shell blocks of a page in order. `<!-- responds 400 -->` before a block states the error of its
 * last call.
 */
function blocks(markdown: string): Block[] {
  return [...markdown.matchAll(/(?:<!-- responds (\d+) -->\n)?```sh\n([\s\S]*?)```/g)].map(
    ([, status, code = '']) => ({
      code,
      status: status === undefined ? undefined : Number(status)
    })
  )
}

/** Builds one script of all blocks, which stops at the first call whose response isn't as the page states. */
function script(page: Block[]): string {
  const head = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body --max-time 30 "$@"; }`
  return [
    head,
    ...page.map(({ code, status }, index) => {
      if (status === undefined) return `echo "## block ${index + 1}" >&2\n${code}`
      return `echo "## block ${index + 1}" >&2
refused=$(${code.trim()} 2>/dev/null || true)
case "$refused" in *'"status":${status},'*) ;; *) echo "expected ${status}: $refused" >&2; exit 1 ;; esac`
    })
  ].join('\n')
}

function runShell(text: string): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    const shell = spawn('bash', ['-c', text], {
      cwd: service.folder,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        API: service.url,
        HOME: service.folder
      }
    })
    let output = ''
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk))
    shell.once('error', failed)
    shell.once('close', (code) => done({ code, output }))
  })
}

for (const page of ['README.md', ...guides]) {
  test(`every call in ${page} gets the response that the page states`, async () => {
    const text = await readFile(`${root}/${page}`, 'utf8')
    const found = blocks(text)
    assert.ok(found.length > 0)
    const { code, output } = await runShell(script(found))
    assert.equal(code, 0, output.slice(-3000))
  })
}
