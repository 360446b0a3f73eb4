import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path/posix'
import { type Rendered, type ResolveLink, renderMarkdown } from './markdown.ts'
import { markdownUrlOf, type SitePage, urlOf } from './page.ts'
import { anchorOfHeading, uniqueSlugs } from './slugs.ts'
import { mapProse, splitPage, withoutComments } from './source.ts'

/**
 * A page of the site that is Markdown. `file` is its path in the repository, to which its links are relative.
 */
export type Source = { file: string; path: string; text: string }
type Link = { path: string; anchor: string }

/** Reads and renders the pages of `docs` and the changelog, and renders the `generated` pages. */
export async function readSourcePages(root: string, generated: readonly Source[]): Promise<SitePage[]> {
  const sources = [...(await readSources(root)), ...generated]
  const find = linkFinder(sources)
  return sources.map((source) => renderPage(source, find))
}

async function readSources(root: string): Promise<Source[]> {
  const read = async (file: string) => withoutComments(await readFile(join(root, file), 'utf8'))
  const list = async (folder: string) =>
    (await readdir(join(root, folder)))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`)
  const folders = ['docs', 'docs/guides', 'docs/operations']
  const files = (await Promise.all(folders.map(list))).flat().sort()
  const sources = await Promise.all(
    files
      .filter((file) => file !== 'docs/contract.md')
      .map(async (file) => ({
        file,
        path: file.slice('docs/'.length, -'.md'.length),
        text: await read(file)
      }))
  )
  const changelog = { file: 'CHANGELOG.md', path: 'changelog', text: await read('CHANGELOG.md') }
  return [...sources, ...splitContract(await read('docs/contract.md')), changelog]
}

/** Makes links of the numbers of sections in the contract, such as "(4.7)" and "section 5". */
function linkSections(text: string): string {
  const anchors = new Map(
    [...text.matchAll(/^##+ ((\d+(?:\.\d+)?)\.? .+)$/gm)].map(([, heading = '', number = '']) => [
      number,
      anchorOfHeading(heading)
    ])
  )
  const link = (number: string) => (anchors.has(number) ? `[${number}](#${anchors.get(number)})` : number)
  return mapProse(text, (line) => {
    if (line.startsWith('#')) return line
    const numbered = line.replace(/\((?:\d+\.\d+(?:[,;] | and )?)+\)/g, (list) =>
      list.replace(/\d+\.\d+/g, link)
    )
    return numbered.replace(/(?<=\b[Ss]ections? )\d+(?:\.\d+)?/g, link)
  })
}

/** The contract is too long for one page, so each of its sections is a page. */
function splitContract(text: string): Source[] {
  const file = 'docs/contract.md'
  const { intro, parts } = splitPage(linkSections(text))
  return [
    { file, path: 'contract', text: intro },
    ...parts.map((part) => ({
      file,
      path: `contract/${anchorOfHeading(part.heading.replace(/^\d+\. /, ''))}`,
      text: part.text
    }))
  ]
}

/**
 * Returns a function that finds the page to which a link in a file leads. It returns undefined if the target
 * isn't on the site.
 */
function linkFinder(sources: Source[]): (file: string, target: string) => Link | undefined {
  const anchors = new Map<string, Link>()
  for (const { file, path, text } of sources) {
    const slug = uniqueSlugs()
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading))
    const [title = '', ...others] = headings
    const top = { path, anchor: '' }
    if (!anchors.has(file)) anchors.set(file, top)
    anchors.set(`${file}#${title}`, top)
    for (const anchor of others) anchors.set(`${file}#${anchor}`, { path, anchor: `#${anchor}` })
  }
  return (file, target) => {
    const [path = '', anchor] = target.split('#')
    const to = path === '' ? file : normalize(join(dirname(file), path))
    return anchors.get(anchor === undefined ? to : `${to}#${anchor}`)
  }
}

/** Files of the repository that the service has under another URL. */
const served: Record<string, string> = { 'apps/api/openapi.json': '/api/v1/openapi.json' }

function renderPage({ file, path, text }: Source, find: ReturnType<typeof linkFinder>): SitePage {
  const resolver =
    (url: (path: string) => string): ResolveLink =>
    (target) => {
      if (target.startsWith('/')) return url === urlOf ? target : toMarkdown(target)
      const link = find(file, target)
      if (link) return `${url(link.path)}${link.anchor}`
      const other = normalize(join(dirname(file), target))
      return other === 'docs/guides/' ? url('') : served[other]
    }
  const rendered: Rendered = renderMarkdown(text, resolver(urlOf))
  return {
    path,
    title: rendered.title,
    description: rendered.lead,
    html: rendered.html,
    markdown: relink(text, resolver(markdownUrlOf)),
    headings: rendered.headings,
    sections: rendered.sections,
    layout: 'text'
  }
}

/** Returns the Markdown form of a link to a page of the site. Other links remain unchanged. */
function toMarkdown(target: string): string {
  const [, path, anchor = ''] = /^\/docs\/(?!try\/|search)([\w/-]*)(#.*)?$/.exec(target) ?? []
  return path === undefined ? target : `${markdownUrlOf(path)}${anchor}`
}

/**
 * Replaces the targets of the links in Markdown, except in blocks of code. Links without a target on the site
 * become plain text.
 */
function relink(text: string, resolve: ResolveLink): string {
  const pieces = text.split(/(^```[\s\S]*?^```)/m)
  return pieces.map((piece, index) => (index % 2 === 0 ? relinkProse(piece, resolve) : piece)).join('')
}

function relinkProse(text: string, resolve: ResolveLink): string {
  return text.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, label: string, target: string) => {
    if (/^[a-z]+:/.test(target)) return whole
    const url = resolve(target)
    return url === undefined ? label : `[${label}](${url})`
  })
}
