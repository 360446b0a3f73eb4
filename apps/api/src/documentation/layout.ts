import { escapeHtml } from './escape.ts'
import { neighboursOf, type Part, partOf } from './navigation.ts'
import { type Heading, markdownUrlOf, type SitePage, urlOf } from './page.ts'

/** What all pages share. `assets` has the URLs of the style sheet, the script and the icon. */
export type Site = {
  parts: readonly Part[]
  titles: ReadonlyMap<string, string>
  assets: { style: string; script: string; icon: string }
}

/** Returns the HTML of a page with its navigation. */
export function renderPage(page: SitePage, site: Site): string {
  const part = partOf(site.parts, page.path)
  const sidebar = part ? renderSidebar(part, page, site) : ''
  const hasContents = page.layout === 'text' && page.headings.length > 1
  const content = `<div class="columns${hasContents ? '' : ' wide'}">
${part ? `<aside class="sidebar"><nav aria-label="${escapeHtml(part.title)}">${sidebar}</nav></aside>` : ''}
<main id="content" class="${page.layout}">
${part ? renderMenu(part, page, sidebar) : ''}
<article>
${page.html}
</article>
${renderFooter(page, part, site)}
</main>
${hasContents ? renderContents(page.headings) : ''}
</div>`
  return renderDocument({ ...page, part: part?.audience, url: markdownUrlOf(page.path), content }, site)
}

type Document = {
  title: string
  description: string
  part?: string | undefined
  url?: string
  content: string
  query?: string
}

/** Returns a complete HTML document with the given content below the header. */
export function renderDocument(document: Document, site: Site): string {
  const { title, description, part, url, content } = document
  const markdown = url ? `<link rel="alternate" type="text/markdown" href="${escapeHtml(url)}">` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · Purveyor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${site.assets.icon}">
<link rel="stylesheet" href="${site.assets.style}">
<script src="${site.assets.script}"></script>
${markdown}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs/">${logo}<span>Purveyor</span> <span class="docs">Docs</span></a>
<nav class="parts" aria-label="Main">${renderParts(site.parts, part)}</nav>
<form class="search" role="search" action="/docs/search">
<label class="hidden" for="q">Search the documentation</label>
<input id="q" name="q" type="search" maxlength="200" placeholder="Search" autocomplete="off" value="${escapeHtml(document.query ?? '')}">
</form>
<a class="try" href="/docs/try/">Try the API</a>
</header>
${content}
</body>
</html>
`
}

const logo =
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M3 8.5 12 3l9 5.5v7L12 21l-9-5.5z" ' +
  'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"/><path d="m3 8.5 9 5.2 9-5.2M12 13.7V21" ' +
  'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"/></svg>'

function renderParts(parts: readonly Part[], current: string | undefined): string {
  return parts
    .map(({ audience, title, groups }) => {
      const mark = audience === current ? ' aria-current="true"' : ''
      return `<a href="${urlOf(groups[0]?.pages[0] ?? '')}"${mark}>${escapeHtml(title)}</a>`
    })
    .join('')
}

function renderSidebar(part: Part, page: SitePage, { titles }: Site): string {
  return part.groups
    .map(({ title, pages }) => {
      const links = pages.map((path) => `<li>${renderEntry(path, page, titles.get(path) ?? path)}</li>`)
      return `<h2>${escapeHtml(title)}</h2><ul>${links.join('')}</ul>`
    })
    .join('\n')
}

/** The entry of the current API page also lists its operations, because such a page has no other contents. */
function renderEntry(path: string, page: SitePage, title: string): string {
  if (path !== page.path) return `<a href="${urlOf(path)}">${escapeHtml(title)}</a>`
  const link = `<a href="${urlOf(path)}" aria-current="page">${escapeHtml(title)}</a>`
  if (page.layout !== 'api') return link
  const inner = page.headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `${link}<ul class="inner">${inner.join('')}</ul>`
}

/** The navigation of narrow screens. */
function renderMenu(part: Part, page: SitePage, sidebar: string): string {
  return `<details class="menu"><summary>${escapeHtml(part.title)}: ${escapeHtml(page.title)}</summary><nav aria-label="${escapeHtml(part.title)}, menu">${sidebar}</nav></details>`
}

function renderContents(headings: readonly Heading[]): string {
  const links = headings.map(
    ({ level, id, text }) => `<li class="l${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`
  )
  return `<aside class="contents"><nav aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav></aside>`
}

function renderFooter(page: SitePage, part: Part | undefined, { titles }: Site): string {
  const { previous, next } = part ? neighboursOf(part, page.path) : {}
  const link = (path: string | undefined, label: string) =>
    path === undefined
      ? ''
      : `<a class="${label.toLowerCase()}" href="${urlOf(path)}" rel="${label === 'Next' ? 'next' : 'prev'}"><span>${label}</span>${escapeHtml(titles.get(path) ?? path)}</a>`
  return `<footer>
<nav class="steps" aria-label="Previous and next page">${link(previous, 'Previous')}${link(next, 'Next')}</nav>
<p class="formats"><a href="${markdownUrlOf(page.path)}">This page as Markdown</a> · <a href="/llms.txt">llms.txt</a> · <a href="/api/v1/openapi.json">OpenAPI document</a></p>
</footer>`
}
