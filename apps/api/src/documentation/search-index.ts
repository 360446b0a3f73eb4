import MiniSearch, { type Options } from 'minisearch'
import { type Part, partOf } from './navigation.ts'
import { type SitePage, urlOf } from './page.ts'
import { searchKeywords } from './search-keywords.ts'

/** A section of a page, as the search finds it. `weight` multiplies its score. */
export type SearchEntry = {
  id: number
  url: string
  part: string
  page: string
  section: string
  text: string
  keywords: string
  weight: number
}

/** The options of the index, which must be the same when it is built and when it is loaded. */
export const indexOptions: Options<SearchEntry> = {
  fields: ['page', 'section', 'text', 'keywords'],
  storeFields: ['url', 'part', 'page', 'section', 'text', 'weight'],
  tokenize: searchWords
}

/** Words are separated by spaces, punctuation and symbols. `leadTime` is two words. */
export const wordSeparator = /[\s\p{P}\p{S}]+|(?<=[a-z0-9])(?=[A-Z])/u

/** Returns the words of a text. */
export function searchWords(text: string): string[] {
  return text.split(wordSeparator).filter(Boolean)
}

/** Returns the index of all sections of the site as JSON. */
export function buildIndex(pages: readonly SitePage[], parts: readonly Part[]): string {
  const index = new MiniSearch<SearchEntry>(indexOptions)
  const entries = pages.flatMap((page) =>
    page.sections.map(({ id, title, text }) => ({
      url: `${urlOf(page.path)}${id === undefined ? '' : `#${id}`}`,
      part: breadcrumbOf(parts, page.path),
      page: page.title,
      section: id === undefined ? '' : title,
      text,
      keywords: id === undefined ? (searchKeywords[page.path] ?? '') : '',
      weight: weightOf(page.path)
    }))
  )
  index.addAll(entries.map((entry, id) => ({ id, ...entry })))
  return JSON.stringify(index)
}

/** Returns where the page is in the navigation, such as `Vendors › Catalog`. */
function breadcrumbOf(parts: readonly Part[], path: string): string {
  const part = partOf(parts, path)
  const group = part?.groups.find(({ pages }) => pages.includes(path))
  return part && group ? `${part.title} › ${group.title}` : ''
}

/** Guides answer most questions. The contract and the changelog mention everything, so they come last. */
function weightOf(path: string): number {
  if (path.startsWith('contract')) return 0.7
  if (path === 'changelog') return 0.4
  if (path === 'errors') return 1.2
  return path.startsWith('api/') || path === 'events' ? 1 : 1.5
}
