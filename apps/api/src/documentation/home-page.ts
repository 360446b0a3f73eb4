import { renderTabs } from './code.ts'
import { escapeHtml } from './escape.ts'
import type { Part } from './navigation.ts'
import { markdownUrlOf, type SitePage, urlOf } from './page.ts'

const lead =
  'Purveyor is the vendor API of a marketplace. Vendors send their catalog, keep stock up to date and ship ' +
  'orders. The operator approves products and places orders.'

const samples = [
  {
    language: 'sh',
    code: `npx purveyor login

# What would change? Which rows have errors?
npx purveyor push catalog.csv --dry-run

npx purveyor push catalog.csv
npx purveyor events follow`
  },
  {
    language: 'ts',
    code: `import { Purveyor } from '@purveyor/client'

const purveyor = new Purveyor({ url, token })

const job = await purveyor.products.upload(catalog)
const { items_created } = await job.finished()

for await (const event of purveyor.events.follow())
  console.log(event.type, event.subject)`
  }
]

/** Returns the home page, which lists all pages. */
export function homePage(parts: readonly Part[], pages: ReadonlyMap<string, SitePage>): SitePage {
  const title = 'Purveyor documentation'
  return {
    path: '',
    title,
    description: lead,
    html: `<div class="hero"><div><h1>${title}</h1>\n<p>${escapeHtml(lead)}</p>\n${actions(pages)}</div>
${renderTabs('first-call', samples)}</div>\n${parts.map((part) => renderPart(part, pages)).join('\n')}`,
    markdown: `# ${title}\n\n${lead}\n\n${parts.map((part) => partMarkdown(part, pages)).join('\n\n')}\n`,
    headings: [],
    sections: [{ id: undefined, title, text: lead }],
    layout: 'text'
  }
}

function actions(pages: ReadonlyMap<string, SitePage>): string {
  const first = pages.has('quick-start') ? 'quick-start' : 'guides/sign-in'
  return `<p class="actions"><a class="button" href="${urlOf(first)}">${escapeHtml(pages.get(first)?.title ?? '')}</a>
<a class="button quiet" href="/docs/try/">Try the API</a></p>`
}

function renderPart(
  { audience, title, description, groups }: Part,
  pages: ReadonlyMap<string, SitePage>
): string {
  const cards = groups.map((group) => {
    const links = group.pages.map(
      (path) => `<li><a href="${urlOf(path)}">${escapeHtml(pages.get(path)?.title ?? path)}</a></li>`
    )
    const size = links.length > 10 ? 'card long' : 'card'
    return `<div class="${size}"><h3>${escapeHtml(group.title)}</h3><ul>${links.join('')}</ul></div>`
  })
  return `<section class="part" aria-labelledby="${audience}"><h2 id="${audience}">${escapeHtml(title)}</h2>
<p>${escapeHtml(description)}</p>
<div class="cards">${cards.join('')}</div></section>`
}

/** Returns the pages of a part as a list of links to Markdown, as `llms.txt` has them too. */
export function partMarkdown({ title, groups }: Part, pages: ReadonlyMap<string, SitePage>): string {
  const links = groups.flatMap((group) =>
    group.pages.map((path) => {
      const page = pages.get(path)
      return `- [${group.title}: ${page?.title ?? path}](${markdownUrlOf(path)}): ${page?.description.replace(/\s+/g, ' ') ?? ''}`
    })
  )
  return `## ${title}\n\n${links.join('\n')}`
}
