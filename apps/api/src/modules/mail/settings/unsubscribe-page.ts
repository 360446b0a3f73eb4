import { escapeHtml } from '../../../documentation/escape.ts'
import type { ChosenSubject } from '../subjects.ts'
import { texts } from '../templates/texts/texts.ts'

/** What the page says: a question with a button, that the mails were stopped, or that the link isn't valid. */
export type Page = { state: 'ask' | 'done'; subject: ChosenSubject } | { state: 'unknown' }

const { unsubscribe } = texts

/** Returns the page as HTML. Its form sends a POST request to the page's own address, which has the token. */
export function unsubscribePage(page: Page): string {
  const [title, text] =
    page.state === 'unknown'
      ? [unsubscribe.unknownTitle, unsubscribe.unknownText]
      : [unsubscribe[page.state].title, unsubscribe[page.state].text(unsubscribe.subjects[page.subject])]
  const form =
    page.state === 'ask'
      ? `<form method="post"><button>${escapeHtml(unsubscribe.submit)}</button></form>`
      : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; background: light-dark(#f1f4f5, #0f1417);
  color: light-dark(#1b2329, #e4eaed) }
main { max-width: 28rem; margin: 12vh auto; padding: 2rem; background: light-dark(#fff, #1b2329);
  border: 1px solid light-dark(#e2e7ea, #303b43); border-radius: 12px }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 }
p { margin: 0 0 1.25rem }
button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; border: 0; border-radius: 8px; cursor: pointer;
  background: #0f7a68; color: #fff }
@media (max-width: 32rem) { main { margin: 1rem; padding: 1.25rem } }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body>
</html>
`
}
