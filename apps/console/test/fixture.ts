import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Sources } from '../build/sources.ts'

const run = promisify(execFile)
const module = pathToFileURL(join(import.meta.dirname, '../build/build-console.ts')).href

const files = {
  'index.html': `<!doctype html><title>Small</title><div id="root"></div>
<script type="module" src="/src/main.ts"></script>`,
  'src/main.ts': `import './style.css'
document.title = ${JSON.stringify('words '.repeat(500))}
void import('./later.ts')`,
  'src/later.ts': `document.body.append('later')`,
  'src/style.css': 'body { color: red }',
  'vite.config.ts': `import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
const at = (name) => import.meta.dirname + '/' + name
const plugin = {
  name: 'test',
  async writeBundle() {
    if (existsSync(at('.change'))) writeFileSync(at('src/later.ts'), 'document.body.append("changed")')
    writeFileSync(at('.written'), String(process.pid))
    while (existsSync(at('.hold'))) await sleep(10)
  }
}
export default { plugins: [plugin], html: { cspNonce: 'CSP_NONCE' },
  build: { assetsDir: 'app', assetsInlineLimit: 0, modulePreload: { polyfill: false } } }`
}

/**
 * A small application in a temporary folder. If the file `.hold` exists in the folder, a build waits after it
 * has written its files. `.written` then has the id of its process. If `.change` exists, it changes a source.
 */
export type Fixture = {
  sources: Sources
  /** A folder for builds, which doesn't exist yet. */
  output: string
  write(path: string, content: string): Promise<void>
  /** Builds in a process of its own, as `npm run build` does. */
  build(folders?: string[]): Promise<{ folder: string; isNew: boolean }>
  /** Starts a build, waits until it has written its files, and kills it. */
  killBuild(): Promise<void>
  remove(): Promise<void>
}

/** Creates the application. */
export async function createFixture(): Promise<Fixture> {
  const root = await mkdtemp(join(tmpdir(), 'purveyor console '))
  const folder = join(root, 'app')
  const output = join(root, 'builds')
  await mkdir(join(folder, 'src'), { recursive: true })
  const write = (path: string, content: string) => writeFile(join(folder, path), content)
  for (const [path, content] of Object.entries(files)) await write(path, content)
  const sources = { folder, others: [] }
  const script = (folders: string[]) =>
    `import { buildConsole } from ${JSON.stringify(module)}
    const built = await buildConsole(${JSON.stringify(sources)}, ${JSON.stringify(folders)})
    console.log(JSON.stringify(built))`
  const argsFor = (folders: string[]) => ['--input-type=module', '--eval', script(folders)]
  return {
    sources,
    output,
    write,
    async build(folders = [output]) {
      return JSON.parse((await run(process.execPath, argsFor(folders))).stdout)
    },
    async killBuild() {
      await write('.hold', '')
      const child = spawn(process.execPath, argsFor([output]), { stdio: 'ignore' })
      const ended = once(child, 'close')
      while (!existsSync(join(folder, '.written')) && child.exitCode === null) await sleep(10)
      child.kill('SIGKILL')
      await ended
      await rm(join(folder, '.hold'))
    },
    remove: () => rm(root, { recursive: true, force: true })
  }
}
