import { escapeHtml } from './escape.ts'
import { type Hit, maxHits } from './search.ts'

/** The places in the search page at which the query and its results are inserted. */
const slots = { query: '{{query}}', results: '{{results}}' }

/** The parts of the search page that are the same for every query. */
export const searchPageContent = `<div class="columns wide"><main id="content" class="text"><article class="found">
<h1>Search</h1>
<form class="search large" role="search" action="/docs/search">
<label class="hidden" for="query">Search the documentation</label>
<input id="query" name="q" type="search" maxlength="200" value="${slots.query}"><button type="submit">Search</button>
</form>
${slots.results}
</article></main></div>`

/** Inserts a query and its results into the search page. */
export function renderSearchPage(template: string, query: string, hits: readonly Hit[]): string {
  const values: Record<string, string> = {
    [slots.query]: escapeHtml(query),
    [slots.results]: renderHits(query, hits)
  }
  return template.replaceAll(/\{\{(?:query|results)\}\}/g, (slot) => values[slot] ?? '')
}

function renderHits(query: string, hits: readonly Hit[]): string {
  if (query.trim() === '') return '<p>Enter a word, the name of a field, or an error code.</p>'
  if (hits.length === 0) {
    return `<p>Nothing matches <strong>${escapeHtml(query)}</strong>. Try fewer or other words.</p>`
  }
  const items = hits.map(({ url, part, page, section, excerpt }) => {
    const title = section === '' ? page : `${page} › ${section}`
    const text = excerpt
      .map((piece) => (piece.isMatch ? `<mark>${escapeHtml(piece.text)}</mark>` : escapeHtml(piece.text)))
      .join('')
    return `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a> <span class="part">${escapeHtml(part)}</span><p>${text}</p></li>`
  })
  const count = countText(hits.length)
  return `<p role="status">${count} for <strong>${escapeHtml(query)}</strong></p>\n<ol class="hits">${items.join('\n')}</ol>`
}

function countText(count: number): string {
  if (count === 1) return '1 result'
  return count < maxHits ? `${count} results` : `The first ${count} results`
}
