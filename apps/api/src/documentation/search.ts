import MiniSearch, { type SearchResult } from 'minisearch'
import { indexOptions, type SearchEntry, wordsOf } from './search-index.ts'

/** A section of the site that matches a query. In the excerpt, the words of the query are marked. */
export type Hit = { url: string; part: string; page: string; section: string; excerpt: Excerpt }
type Excerpt = { text: string; isMatch: boolean }[]

const maxLength = 200
const maxTerms = 8
const maxHits = 25
const excerptLength = 200

/** Loads the index in steps, so that the event loop isn't blocked. */
export function loadIndex(json: string): Promise<MiniSearch<SearchEntry>> {
  return MiniSearch.loadJSONAsync<SearchEntry>(json, indexOptions)
}

/** Returns the words of a query that are searched. */
function termsOf(query: string): string[] {
  return wordsOf(query.slice(0, maxLength))
    .slice(0, maxTerms)
    .map((term) => term.toLowerCase())
}

/**
 * Returns the sections that contain all words of the query, or words that begin with them, best first. If there
 * are none, returns sections with some of the words or with similar words.
 */
export function search(index: MiniSearch<SearchEntry>, query: string): Hit[] {
  const terms = termsOf(query)
  if (terms.length === 0) return []
  const options = {
    processTerm: (term: string) => term.toLowerCase(),
    prefix: (term: string) => term.length > 1,
    boost: { page: 3, section: 5 },
    boostDocument: (_id: unknown, _term: string, fields?: Record<string, unknown>) =>
      Number(fields?.weight ?? 1)
  }
  const text = terms.join(' ')
  const exact = index.search(text, { ...options, combineWith: 'AND' })
  const found = exact.length > 0 ? exact : index.search(text, { ...options, combineWith: 'OR', fuzzy: 0.2 })
  return found.slice(0, maxHits).map((result) => hitOf(result))
}

function hitOf(result: SearchResult): Hit {
  const { url, part, page, section, text, terms } = result as SearchResult & SearchEntry
  return { url, part, page, section, excerpt: excerptOf(text, terms) }
}

/** Returns the part of the text around the first match, with all words that match. */
function excerptOf(text: string, terms: readonly string[]): Excerpt {
  const words = terms.map((term) => RegExp.escape(term)).join('|')
  const match = new RegExp(`(?<![\\p{L}\\p{N}])(${words})`, 'iu')
  const position = match.exec(text)?.index ?? 0
  const start = position < excerptLength / 2 ? 0 : text.lastIndexOf(' ', position - excerptLength / 3) + 1
  const isCut = start + excerptLength < text.length
  const end = isCut ? text.lastIndexOf(' ', start + excerptLength) : text.length
  const cut = `${start > 0 ? '… ' : ''}${text.slice(start, Math.max(end, start))}${isCut ? ' …' : ''}`
  return cut
    .split(new RegExp(match.source, 'giu'))
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
