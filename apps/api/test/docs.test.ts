import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../../..')
const ignored = new Set(['node_modules', '.git', '.data', 'results'])

test('the root URL redirects to the API reference', async () => {
  const { statusCode: status, headers } = await t.app.inject({ url: '/' })
  assert.equal(status, 302)
  assert.equal(headers.location, '/docs')
})

test('the API reference shows the operations, without errors or requests to other hosts', async (context) => {
  const browser = await openBrowser()
  if (!browser) return context.skip('Chromium is not installed. Set CHROMIUM_PATH to its executable')
  try {
    const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on(
      'request',
      (request) => !/^(blob:|data:)|127\.0\.0\.1/.test(request.url()) && problems.push(request.url())
    )
  )
}

const pages = await listFiles(root, /\.md$/)

test('links between pages lead to files and headings that exist', async () => {
  const broken: string[] = []
  for (const page of pages) {
    const text = await readFile(page, 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
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
    for (const [, list = ''] of text.matchAll(/\bcontract (\d+(?:\.\d+)?(?:[,;] \d+(?:\.\d+)?)*)/g)) {
      for (const section of list.split(/[,;] /)) {
        cited++
        if (!sections.has(section)) missing.push(`${relative(root, file)}: contract ${section}`)
      }
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(cited > 80, `only ${cited} citations were found`)
})
