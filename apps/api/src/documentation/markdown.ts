import MarkdownIt, { type Env, type RendererRule, type Token } from 'markdown-it'
import { renderSample, renderTabs } from './code.ts'
import { escapeHtml } from './escape.ts'
import type { Heading, Section } from './page.ts'
import { uniqueSlugs } from './slugs.ts'

/** A rendered text. `lead` is its first paragraph as plain text. */
export type Rendered = { title: string; html: string; headings: Heading[]; sections: Section[]; lead: string }

/** Returns the target of a link on the site, or undefined if the target isn't on the site. */
export type ResolveLink = (target: string) => string | undefined

const markdown = new MarkdownIt({ html: false })
const { rules } = markdown.renderer

const external = /^[a-z]+:/

rules.fence = (tokens, index) => {
  const token = tokens[index]
  if (!token) return ''
  const group = token.meta?.tabs as Token[] | undefined
  if (group?.length === 0) return ''
  if (group) return renderTabs(`tabs-${index}`, group.map(sampleOf))
  return renderSample(sampleOf(token))
}
rules.heading_open = (tokens, index) => {
  const { tag, meta } = tokens[index] as Token
  return `<${tag} id="${meta?.id}">`
}
rules.heading_close = (tokens, index) => {
  const { tag, meta } = tokens[index] as Token
  if (tag === 'h1') return '</h1>\n'
  const label = escapeHtml(`Link to this section: ${meta?.text}`)
  return ` <a class="anchor" href="#${meta?.id}" aria-label="${label}">#</a></${tag}>\n`
}
rules.table_open = () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n'
rules.table_close = () => '</table></div>\n'
rules.th_open = () => '<th scope="col">'
rules.link_open = renderLink('open')
rules.link_close = renderLink('close')

/** Links whose target isn't on the site are shown as plain text. */
function renderLink(side: 'open' | 'close'): RendererRule {
  return (tokens, index) => {
    const href = tokens[index]?.meta?.href
    if (typeof href !== 'string') return ''
    if (side === 'close') return '</a>'
    return `<a href="${escapeHtml(href)}"${external.test(href) ? ' rel="noopener"' : ''}>`
  }
}

function sampleOf({ info, content }: Token) {
  return { language: info.trim(), code: content }
}

/**
 * Renders a page of Markdown. Blocks of shell commands, TypeScript and Python that directly follow each other
 * become one sample with tabs.
 */
export function renderMarkdown(text: string, resolve: ResolveLink): Rendered {
  const tokens = markdown.parse(text, {})
  const headings = numberHeadings(tokens)
  joinTabs(tokens)
  resolveLinks(tokens, resolve)
  const [title] = headings
  return {
    title: title?.text ?? '',
    html: markdown.renderer.render(tokens, markdown.options, {} satisfies Env),
    headings: contentsOf(headings),
    sections: sectionsOf(tokens),
    lead: leadOf(tokens)
  }
}

/** Returns the headings for the table of contents. Long pages, such as the list of errors, list no `h3`. */
function contentsOf(headings: Heading[]): Heading[] {
  const contents = headings.filter(({ level }) => level === 2 || level === 3)
  return contents.length > 40 ? contents.filter(({ level }) => level === 2) : contents
}

/** Renders a sentence of Markdown, such as a description, without a paragraph around it. */
export function renderInline(text: string): string {
  return markdown.renderInline(text)
}

/** Renders paragraphs and lists of Markdown that contain no headings and no links. */
export function renderText(text: string): string {
  return markdown.render(text)
}

/** Returns the text of Markdown without its markup. */
export function plainText(text: string): string {
  return markdown.parse(text, {}).map(textOf).join(' ').replace(/\s+/g, ' ').trim()
}

function numberHeadings(tokens: Token[]): Heading[] {
  const slug = uniqueSlugs()
  return tokens.flatMap((token, index) => {
    const inline = tokens[index + 1]
    if (token.type !== 'heading_open' || !inline) return []
    const heading = { level: Number(token.tag.slice(1)), id: slug(inline.content), text: textOf(inline) }
    token.meta = { id: heading.id, text: heading.text }
    const close = tokens[index + 2]
    if (close) close.meta = token.meta
    return [heading]
  })
}

/** The languages of samples, in the order of their tabs. */
const tabLanguages = ['sh', 'ts', 'py']

function joinTabs(tokens: Token[]): void {
  let tabs: Token[] = []
  let last = -1
  for (const token of tokens) {
    const position = token.type === 'fence' ? tabLanguages.indexOf(token.info.trim()) : -1
    if (position <= last) tabs = []
    if (position >= 0) tabs.push(token)
    const [first] = tabs
    if (first && first !== token) {
      token.meta = { tabs: [] }
      first.meta = { tabs }
    }
    last = position
  }
}

function resolveLinks(tokens: Token[], resolve: ResolveLink): void {
  for (const { children } of tokens) {
    const open: (string | undefined)[] = []
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const target = String(token.attrGet('href') ?? '')
        open.push(external.test(target) ? target : resolve(target))
        token.meta = { href: open.at(-1) }
      } else if (token.type === 'link_close') token.meta = { href: open.pop() }
    }
  }
}

/** Returns the text of a token that has a text, without markup. */
function textOf({ type, content, children }: Token): string {
  if (type === 'fence' || type === 'code_block') return content
  if (type !== 'inline') return ''
  return (children ?? [])
    .map((child) => (child.type === 'softbreak' || child.type === 'hardbreak' ? ' ' : child.content))
    .join('')
}

/** True for a sample of Python in tabs. The search doesn't need it: its words are those of the commands. */
const isLastTab = ({ info, meta }: Token) => info.trim() === 'py' && meta !== null

/** In a section, the code is after the prose, so that the search prefers prose for its excerpts. */
function sectionsOf(tokens: Token[]): Section[] {
  const sections: (Section & { code: string })[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const id = token.tag === 'h1' ? undefined : String(token.meta?.id)
      sections.push({ id, title: String(token.meta?.text), text: '', code: '' })
      continue
    }
    const section = sections.at(-1)
    const isHeading = tokens[index - 1]?.type === 'heading_open'
    if (!section || isHeading || isLastTab(token)) continue
    const kind = token.type === 'fence' || token.type === 'code_block' ? 'code' : 'text'
    section[kind] = `${section[kind]} ${textOf(token)}`.trim()
  }
  return sections.map(({ id, title, text, code }) => ({ id, title, text: `${text} ${code}`.trim() }))
}

function leadOf(tokens: Token[]): string {
  const start = tokens.findIndex(({ type }) => type === 'paragraph_open')
  const inline = tokens[start + 1]
  return inline ? textOf(inline) : ''
}
