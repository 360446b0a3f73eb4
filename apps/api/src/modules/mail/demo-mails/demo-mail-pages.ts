import { escapeHtml } from '../../../documentation/escape.ts'
import type { StoredDemoMail } from '../transport/folder-mailer.ts'

/** Returns the page that lists the mails of the demo, newest first. It reloads itself. */
export function demoMailList(mails: StoredDemoMail[]): string {
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      `<li><a href="/dev/mail/${id}"><b>${escapeHtml(subject)}</b><span>${escapeHtml(to.name)} &lt;${escapeHtml(to.address)}&gt;</span><time>${timeOf(at)}</time></a></li>`
  )
  const list =
    rows.length > 0
      ? `<ul>${rows.join('\n')}</ul>`
      : '<p>No mail was sent so far. Invite someone to a team, for example: the mail appears here within seconds.</p>'
  return page('Mails of the demo', {
    head: '<meta http-equiv="refresh" content="5">',
    body: `<h1>Mails of the demo</h1>
<p>The demo sends no mails. It shows here what it would send, and to whom.</p>${list}`
  })
}

/** Returns the page of one mail: its header, its HTML in a frame, and its text. */
export function demoMailPage({ id, at, to, subject, messageId, text }: StoredDemoMail): string {
  return page(subject, {
    body: `<p><a href="/dev/mail">All mails of the demo</a></p>
<h1>${escapeHtml(subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(to.name)} &lt;${escapeHtml(to.address)}&gt;</dd>
<dt>Sent</dt><dd>${timeOf(at)}</dd>
<dt>Message-ID</dt><dd>${escapeHtml(messageId)}</dd></dl>
<iframe src="/dev/mail/${id}/html" title="The mail"></iframe>
<h2>As plain text</h2>
<pre>${escapeHtml(text)}</pre>`
  })
}

function timeOf(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
}

function page(title: string, { head = '', body }: { head?: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>${head}
<style>
:root { color-scheme: light dark }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 46rem; font: 15px/1.6 system-ui, sans-serif;
  background: light-dark(#fff, #161d22); color: light-dark(#1b2329, #e4eaed) }
h1 { font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin-top: 2rem }
a { color: light-dark(#0f7a68, #58c9b2) }
ul { list-style: none; margin: 1.5rem 0; padding: 0; border-top: 1px solid light-dark(#e2e7ea, #303b43) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .7rem 0; text-decoration: none;
  color: inherit; border-bottom: 1px solid light-dark(#e2e7ea, #303b43) }
li b { font-weight: 600 } li span, li time, dt { color: light-dark(#57636c, #a3b0b8); font-size: .8125rem }
li span { grid-row: 2 } dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 44rem; border: 1px solid light-dark(#e2e7ea, #303b43); border-radius: 8px }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 8px;
  background: light-dark(#f1f4f5, #0f1417) }
</style>
</head>
<body>${body}</body>
</html>
`
}
