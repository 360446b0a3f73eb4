import MiniSearch, { type SearchResult } from 'minisearch'
import { indexOptions, type SearchEntry, searchWords, wordSeparator } from './search-index.ts'

/** A section of the site that matches a query. In the excerpt, the words of the query are marked. */
export type Hit = { url: string; part: string; page: string; section: string; excerpt: Excerpt }
type Excerpt = { text: string; isMatch: boolean }[]

const maxLength = 200
const maxTerms = 6
/** The maximum number of results. */
export const maxHits = 25
const maxRanked = 100
const excerptLength = 200

/** Loads an index that `buildIndex` returned. */
export function loadIndex(json: string): MiniSearch<SearchEntry> {
  return MiniSearch.loadJSON<SearchEntry>(json, indexOptions)
}

/** Returns the words of a query that are searched. */
function termsOf(query: string): string[] {
  return searchWords(query.slice(0, maxLength))
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
    // Prefixes of two letters match many words, so only the last word, which may be unfinished, can be one.
    prefix: (term: string, index: number, all: string[]) =>
      term.length > 2 || (term.length > 1 && index === all.length - 1),
    boost: { page: 3, section: 5, keywords: 12 },
    boostDocument: (_id: unknown, _term: string, fields?: Record<string, unknown>) =>
      Number(fields?.weight ?? 1)
  }
  const text = terms.join(' ')
  const exact = index.search(text, { ...options, combineWith: 'AND' })
  const hits =
    exact.length > 0 ? exact : index.search(text, { ...options, combineWith: 'OR', fuzzy: 0.2, maxFuzzy: 2 })
  return preferPhrase(hits.slice(0, maxRanked), terms).slice(0, maxHits).map(hitOf)
}

/** Moves sections up that contain the words of the query one after the other, such as `dry_run` for `dry run`. */
function preferPhrase(results: SearchResult[], terms: readonly string[]): SearchResult[] {
  if (terms.length < 2) return results
  const phrase = new RegExp(terms.map((term) => RegExp.escape(term)).join('[^\\p{L}\\p{N}]'), 'giu')
  const countIn = (text: string) => Math.min(3, text.match(phrase)?.length ?? 0)
  const scoreOf = ({ score, section, text }: SearchResult) =>
    score * (1 + 2 * countIn(section) + 0.5 * countIn(text))
  return results
    .map((result) => ({ result, score: scoreOf(result) }))
    .sort((a, b) => b.score - a.score)
    .map(({ result }) => result)
}

function hitOf(result: SearchResult): Hit {
  const { url, part, page, section, text, terms } = result as SearchResult & SearchEntry
  return { url, part, page, section, excerpt: excerptOf(text, terms) }
}

/** Returns the part of the text around the first match, with all words that match. */
function excerptOf(text: string, terms: readonly string[]): Excerpt {
  const isMatch = (word: string) => terms.includes(word.toLowerCase())
  // The pieces with odd indexes are what separates the words.
  const pieces = text.split(new RegExp(`(${wordSeparator.source})`, 'u'))
  const first = Math.max(
    0,
    pieces.findIndex((piece, index) => index % 2 === 0 && isMatch(piece))
  )
  const { from, to } = windowAround(pieces, first)
  const excerpt = pieces.slice(from, to).map((piece) => ({ text: piece, isMatch: isMatch(piece) }))
  const cut = (side: string) => ({ text: side, isMatch: false })
  return joined([...(from > 0 ? [cut('… ')] : []), ...excerpt, ...(to < pieces.length ? [cut(' …')] : [])])
}

/** Returns the range of the pieces that are shown: a third of the excerpt is before the first match. */
function windowAround(pieces: readonly string[], first: number): { from: number; to: number } {
  let from = first
  let length = 0
  while (from > 0 && length < excerptLength / 3) length += pieces[--from]?.length ?? 0
  if (from % 2 === 1) from++
  let to = from
  length = 0
  while (to < pieces.length && length < excerptLength) length += pieces[to++]?.length ?? 0
  return { from, to }
}

/** Joins neighbouring pieces of the same kind. */
function joined(pieces: Excerpt): Excerpt {
  const result: Excerpt = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last?.isMatch === piece.isMatch) last.text += piece.text
    else if (piece.text !== '') result.push({ ...piece })
  }
  return result
}
