import type { Api } from '../src/deps.ts'

/** A response of the documentation. `text` is its body. */
export type DocsAnswer = { status: number; type: string; text: string; headers: Record<string, unknown> }

/** Reads a URL of the documentation. */
export async function readDocs(
  app: Api,
  url: string,
  headers: Record<string, string> = {}
): Promise<DocsAnswer> {
  const answer = await app.inject({ url, headers: { accept: 'text/html', ...headers } })
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']),
    text: answer.body,
    headers: answer.headers
  }
}

const unescaped: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'"
}

/** Returns HTML without its tags, as a reader without JavaScript sees it. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => unescaped[entity] ?? entity)
}

/** Returns the targets of all links in a page of HTML, or in a page of Markdown. */
export function linksOf({ type, text }: DocsAnswer): string[] {
  if (type.startsWith('text/html'))
    return [...text.matchAll(/\shref="([^"]*)"/g)].map(([, href = '']) => href)
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
}

/** Reads all pages that can be reached from the home page and `llms.txt` by links, by their URL. */
export async function crawl(app: Api): Promise<Map<string, DocsAnswer>> {
  const pages = new Map<string, DocsAnswer>()
  const waiting = ['/docs/', '/llms.txt']
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (pages.has(url)) continue
    const answer = await readDocs(app, url)
    pages.set(url, answer)
    if (!/^text\/(html|markdown|plain)/.test(answer.type) || url.startsWith('/docs/try')) continue
    for (const link of linksOf(answer)) {
      const target = new URL(link, `http://docs.test${url}`)
      if (target.origin === 'http://docs.test') waiting.push(target.pathname)
    }
  }
  return pages
}
