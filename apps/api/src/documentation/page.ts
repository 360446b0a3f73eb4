/** A heading of a page, for the table of contents. `level` is 2 or 3. */
export type Heading = { level: number; id: string; text: string }

/**
 * A part of a page that the search finds: the text below a heading, up to the next one. `id` is undefined for
 * the part below the title of the page.
 */
export type Section = { id: string | undefined; title: string; text: string }

/** The parts of the site. Each has its own navigation. */
export type SitePart = 'vendors' | 'operators' | 'operations' | 'reference'

/** A page of the site, without the frame that all pages share. */
export type SitePage = {
  /** The path below `/docs/`, such as `guides/bulk`. */
  path: string
  title: string
  /** A sentence of plain text, for search engines and `llms.txt`. */
  description: string
  /** The content as HTML, beginning with the `h1`. */
  html: string
  /** The content as Markdown. Its links lead to other Markdown pages of the site. */
  markdown: string
  headings: Heading[]
  sections: Section[]
  /** Pages of the API show examples in a second column, so they have no table of contents beside it. */
  layout: 'text' | 'api'
}

/** Returns the URL of a page. */
export function urlOf(path: string): string {
  return `/docs/${path}`
}

/** Returns the URL of the Markdown of a page. */
export function markdownUrlOf(path: string): string {
  return path === '' ? '/docs/index.md' : `/docs/${path}.md`
}
