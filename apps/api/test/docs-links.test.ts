import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from './app.ts'
import { crawl, type DocsAnswer, linksOf } from './docs-pages.ts'

const root = resolve(import.meta.dirname, '../../..')

let t: TestApp
let pages: Map<string, DocsAnswer>
before(async () => {
  t = await testApp()
  pages = await crawl(t.app)
})
after(() => t.close())

const isPage = ([url, { type }]: [string, DocsAnswer]) =>
  type.startsWith('text/html') && !url.startsWith('/docs/try') && url !== '/docs/search'

test('every link leads to a page, and every anchor to an element of the page', () => {
  const broken: string[] = []
  for (const [url, page] of pages) {
    if (url.startsWith('/docs/try')) continue
    for (const link of linksOf(page)) {
      const target = new URL(link, `http://docs.test${url}`)
      if (target.origin !== 'http://docs.test') continue
      const found = pages.get(target.pathname)
      const anchor = decodeURIComponent(target.hash.slice(1))
      const isHtml = found?.type.startsWith('text/html')
      if (found?.status !== 200 && found?.status !== 301) broken.push(`${url}: ${link}`)
      else if (anchor !== '' && isHtml && !found.text.includes(` id="${anchor}"`))
        broken.push(`${url}: ${link}`)
    }
  }
  assert.deepEqual(broken, [])
  assert.ok(pages.size > 100, `only ${pages.size} pages were found`)
})

test('links to other sites use HTTPS', () => {
  const foreign = [...pages].flatMap(([url, page]) =>
    linksOf(page)
      .filter((link) => /^(?!https:|data:)[a-z]+:/.test(link))
      .map((link) => `${url}: ${link}`)
  )
  assert.deepEqual(foreign, [])
})

test('every page has a Markdown form, whose links lead to Markdown', () => {
  const found = [...pages].filter(isPage).map(([url]) => url)
  for (const url of found) {
    const markdown = pages.get(url === '/docs/' ? '/docs/index.md' : `${url}.md`)
    assert.equal(markdown?.type, 'text/markdown; charset=utf-8', url)
    assert.match(markdown.text, /^# /, url)
    const others = linksOf(markdown).filter((link) => /^\/docs\//.test(link) && !/\.md(#|$)/.test(link))
    assert.deepEqual(others, [], url)
  }
  assert.ok(found.length > 45, `only ${found.length} pages were found`)
})

test('the navigation lists every page once', async () => {
  const parts: { groups: { pages: string[] }[] }[] = JSON.parse(
    await readFile(`${root}/docs/navigation.json`, 'utf8')
  )
  const listed = parts.flatMap(({ groups }) => groups.flatMap((group) => group.pages))
  assert.deepEqual(
    listed.filter((path, index) => listed.indexOf(path) !== index),
    [],
    'pages that are listed twice'
  )
  const missing = listed.filter((path) => !pages.has(`/docs/${path}`))
  assert.deepEqual(missing, [], 'pages in docs/navigation.json that do not exist')
  const guides = (await readdir(`${root}/docs/guides`)).filter((name) => name.endsWith('.md'))
  const others = (await readdir(`${root}/docs`)).filter((name) => name.endsWith('.md'))
  const written = [...others, ...guides.map((name) => `guides/${name}`)].map((name) =>
    name.replace(/\.md$/, '')
  )
  assert.deepEqual(
    written.filter((path) => !listed.includes(path)),
    [],
    'pages that docs/navigation.json must list'
  )
})

test('llms.txt lists every page with a description, and llms-full.txt contains them', () => {
  const list = pages.get('/llms.txt')?.text ?? ''
  const full = pages.get('/llms-full.txt')?.text ?? ''
  for (const [url, { text }] of [...pages].filter(isPage)) {
    if (url === '/docs/') continue
    assert.match(list, new RegExp(`^- \\[.+\\]\\(${RegExp.escape(url)}\\.md\\): \\S`, 'm'), url)
    const [, title = ''] = /<h1[^>]*>([^<]*)<\/h1>/.exec(text) ?? []
    assert.ok(full.includes(`# ${title.replaceAll('&#39;', "'")}\n`), title)
  }
})

test('headings are in order, and every page has one h1 and one main element', () => {
  for (const [url, { text }] of [...pages].filter(isPage)) {
    const article = /<article[\s\S]*?<\/article>/.exec(text)?.[0] ?? ''
    const levels = [...article.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))
    assert.equal(levels[0], 1, url)
    assert.equal(levels.filter((level) => level === 1).length, 1, url)
    for (const [index, level] of levels.entries()) {
      assert.ok(
        level <= (levels[index - 1] ?? 0) + 1,
        `${url}: an h${level} follows an h${levels[index - 1]}`
      )
    }
    assert.equal(text.match(/<main /g)?.length, 1, url)
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      url
    )
  }
})
