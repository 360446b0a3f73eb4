import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** The options of a strict project that uses the client. The samples of the pages are checked with them. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  customConditions: ['purveyor-source'],
  skipLibCheck: true
}

/**
 * Returns the TypeScript blocks of a page as one module, or undefined if it has none. Each block is on the
 * same lines as in the page, so that errors name the lines of the page. A block after `<!-- not run -->` is
 * left out.
 */
export function moduleOf(markdown: string): string | undefined {
  const lines: string[] = []
  for (const match of markdown.matchAll(/(<!-- not run -->\n)?```ts\n([\s\S]*?)```/g)) {
    const [block, isLeftOut, code = ''] = match
    if (isLeftOut) continue
    const before = markdown.slice(0, match.index + block.indexOf('```ts\n')).split('\n').length
    while (lines.length < before) lines.push('')
    lines.push(...code.trimEnd().split('\n'))
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : undefined
}

/** A Python sample of a page, the line of the page before its code, and the status of the error that its last call gets. */
export type PythonSample = { code: string; line: number; responds?: number }

/**
 * Returns the Python samples of a page, which follow the commands and the TypeScript of the same call, in order.
 * Comments before these apply to all of them: `<!-- responds 400 -->` states the error, and `<!-- not run -->` leaves
 * the samples out. Files that pages show, whose first line is their name, are left out too.
 */
export function pythonOf(markdown: string): PythonSample[] {
  const groups = markdown.matchAll(
    /(?:<!-- (?:responds (\d+)|(not run)|exits \d+) -->\n)?((?:```(?:sh|ts|py)\n[\s\S]*?```\n)+)/g
  )
  return [...groups].flatMap(({ index, 0: { length }, 1: responds, 2: isLeftOut, 3: group = '' }) => {
    const sample = /```py\n([\s\S]*?)```\n$/.exec(group)
    const code = sample?.[1] ?? ''
    if (!sample || isLeftOut || fileName.test(code)) return []
    const start = index + length - group.length + sample.index
    const line = markdown.slice(0, start).split('\n').length
    return [{ code, line, ...(responds && { responds: Number(responds) }) }]
  })
}

const fileName = /^# ([\w.]+\.py)\n/

/** Writes the Python files that the pages show into `folder`. */
export async function writePythonFiles(folder: string, pages: Map<string, string>): Promise<void> {
  for (const markdown of pages.values()) {
    for (const [, code = ''] of markdown.matchAll(/^```py\n([\s\S]*?)^```/gm)) {
      const name = fileName.exec(code)?.[1]
      if (name !== undefined) await writeFile(join(folder, name), code)
    }
  }
}

/**
 * Writes the module of each page into a new project in `folder`, in which `@purveyor/client` is installed.
 * Returns the file of each page that has a module.
 */
export async function writeModules(folder: string, pages: Map<string, string>): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  await mkdir(join(folder, 'node_modules/@purveyor'), { recursive: true })
  await symlink(join(root, 'packages/client'), join(folder, 'node_modules/@purveyor/client'))
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['docs'] }))
  for (const [page, markdown] of pages) {
    const code = moduleOf(markdown)
    if (code === undefined) continue
    const file = join(folder, page.replace(/\.md$/, '.ts'))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, code)
    files.set(page, file)
  }
  return files
}
