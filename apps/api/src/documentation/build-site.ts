import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPages } from './api/api-pages.ts'
import { readDocument } from './api/document.ts'
import { errorsText } from './errors-text.ts'
import { eventsText } from './events-text.ts'
import { faultHelp } from './fault-help.ts'
import { homePage, partMarkdown } from './home-page.ts'
import { renderDocument, renderPage, type Site } from './layout.ts'
import { type Part, readNavigation } from './navigation.ts'
import { markdownUrlOf, type SitePage, urlOf } from './page.ts'
import { buildIndex } from './search-index.ts'
import { searchPageContent } from './search-page.ts'
import { readSourcePages } from './source-pages.ts'

/** A file of the site. The content of an immutable one never changes, because its URL contains its hash. */
export type SiteFile = { type: string; body: Uint8Array<ArrayBuffer>; etag: string; isImmutable: boolean }
/**
 * The finished site: its files by URL, the HTML of the search page and of the page for unknown URLs, and the
 * index of the search.
 */
export type BuiltSite = {
  files: Map<string, SiteFile>
  searchPage: string
  notFoundPage: string
  index: string
}

const html = 'text/html; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'
const plain = 'text/plain; charset=utf-8'
const assets = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' }

/**
 * Builds the site from the files of the repository: the pages of `docs`, the changelog and the OpenAPI
 * document. `root` is the folder of the repository.
 */
export async function buildSite(root: string): Promise<BuiltSite> {
  const pages = await readPages(root)
  const parts = await readNavigation(root, pages)
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const all = [homePage(parts, byPath), ...pages]
  const files = new Map<string, SiteFile>()
  const site: Site = {
    parts,
    titles: new Map(pages.map(({ path, title }) => [path, title])),
    assets: await addAssets(files)
  }
  await addPictures(files, root, { of: 'console', ending: '-light-1440.webp' })
  await addPictures(files, root, { of: 'mail', ending: '-light-700.webp' })
  for (const page of all) {
    files.set(urlOf(page.path), file(html, renderPage(page, site)))
    files.set(markdownUrlOf(page.path), file(markdown, page.markdown))
  }
  const listed = parts.flatMap(({ groups }) => groups.flatMap((group) => group.pages))
  const inOrder = listed.flatMap((path) => byPath.get(path) ?? [])
  files.set('/llms.txt', file(plain, llmsText(parts, byPath)))
  files.set('/llms-full.txt', file(plain, inOrder.map((page) => page.markdown.trim()).join('\n\n---\n\n')))
  return {
    files,
    searchPage: renderDocument(searchDocument, site),
    notFoundPage: renderDocument(notFoundDocument, site),
    index: buildIndex(all, parts)
  }
}

async function readPages(root: string): Promise<SitePage[]> {
  const document = readDocument(await readFile(join(root, 'apps/api/openapi.json'), 'utf8'))
  const generated = [
    { file: 'docs/errors.md', path: 'errors', text: errorsText(faultHelp) },
    { file: 'docs/events.md', path: 'events', text: eventsText() }
  ]
  return [...(await readSourcePages(root, generated)), ...apiPages(document)]
}

function file(type: string, content: string | Uint8Array<ArrayBuffer>, isImmutable = false): SiteFile {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { type, body, etag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"`, isImmutable }
}

/** The style sheets in the order in which they are joined: later ones override earlier ones. */
const styles = ['base', 'header', 'columns', 'text', 'code', 'api', 'home', 'screens']

async function addAssets(files: Map<string, SiteFile>): Promise<Site['assets']> {
  const read = (name: string) => readFile(join(import.meta.dirname, 'assets', name), 'utf8')
  const add = (ending: keyof typeof assets, content: string) => {
    const url = `/docs/assets/site.${hash('sha256', content, 'hex').slice(0, 10)}.${ending}`
    files.set(url, file(assets[ending], content, true))
    return url
  }
  const sheets = await Promise.all(styles.map((name) => read(`styles/${name}.css`)))
  return {
    style: add('css', sheets.join('\n')),
    script: add('js', await read('site.js')),
    icon: add('svg', await read('icon.svg'))
  }
}

/** Adds the pictures in wide windows of the console or of mails. Those of narrow ones are only in the repository. */
async function addPictures(
  files: Map<string, SiteFile>,
  root: string,
  { of, ending }: { of: 'console' | 'mail'; ending: string }
): Promise<void> {
  const folder = join(root, 'docs', of, 'pictures')
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending))
  for (const name of names) {
    const content = Uint8Array.from(await readFile(join(folder, name)))
    files.set(`/docs/${of}/pictures/${name}`, file('image/webp', content))
  }
}

function llmsText(parts: readonly Part[], pages: ReadonlyMap<string, SitePage>): string {
  const intro = `# Purveyor

> The vendor API of a marketplace: catalog, approval, orders and shipments. REST with JSON, described by an
> OpenAPI document at /api/v1/openapi.json. There is a TypeScript client (@purveyor/client) and a command line
> (purveyor).

All pages in one file: [llms-full.txt](/llms-full.txt)`
  return `${[intro, ...parts.map((part) => partMarkdown(part, pages))].join('\n\n')}\n`
}

const searchDocument = {
  title: 'Search',
  description: 'Search the documentation of Purveyor.',
  content: searchPageContent,
  query: ''
}

const notFoundDocument = {
  title: 'Page not found',
  description: 'This page does not exist.',
  content: `<div class="columns wide"><main id="content" class="text"><article class="found">
<h1>Page not found</h1>
<p>There is no page at this address. Search for it, or begin at the <a href="/docs/">home page</a>, which lists all pages.</p>
<form class="search large" role="search" action="/docs/search">
<label class="hidden" for="query">Search the documentation</label>
<input id="query" name="q" type="search" maxlength="200"><button type="submit">Search</button>
</form>
</article></main></div>`
}
