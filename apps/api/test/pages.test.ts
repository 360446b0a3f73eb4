import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../../..')
const ignored = new Set(['node_modules', '.git', '.data', 'results'])

async function listFiles(folder: string, ending: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : listFiles(path, ending)
    return ending.test(entry.name) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

/** The anchors that a renderer of Markdown makes of a page's headings. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
    )
  )
}

const pages = await listFiles(root, /\.md$/)

test('links between pages lead to files and headings that exist', async () => {
  const broken: string[] = []
  for (const page of pages) {
    const text = await readFile(page, 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      // A test of the site checks the links to pages that only the site has.
      if (/^[a-z]+:/.test(target) || target.startsWith('/docs/')) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : resolve(dirname(page), path)
      const found = await stat(file).catch(() => undefined)
      const anchors = anchor && found?.isFile() ? anchorsOf(await readFile(file, 'utf8')) : undefined
      if (!found || (anchor && !anchors?.has(anchor))) broken.push(`${relative(root, page)}: ${target}`)
    }
  }
  assert.deepEqual(broken, [])
})

test('sections of the contract that comments cite exist', async () => {
  const contract = await readFile(join(root, 'docs/contract.md'), 'utf8')
  const sections = new Set([...contract.matchAll(/^##+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number))
  const files = [
    ...(await listFiles(join(root, 'apps'), /\.(ts|sql)$/)),
    ...(await listFiles(join(root, 'packages'), /\.ts$/)),
    ...(await listFiles(join(root, 'docs'), /\.md$/))
  ]
  let cited = 0
  const missing: string[] = []
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    for (const [, list = ''] of text.matchAll(
      /\bcontract (\d+(?:\.\d+)?(?:(?:[,;]| and) \d+(?:\.\d+)?)*)/g
    )) {
      for (const section of list.split(/[,;] | and /)) {
        cited++
        if (!sections.has(section)) missing.push(`${relative(root, file)}: contract ${section}`)
      }
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(cited > 80, `only ${cited} citations were found`)
})
