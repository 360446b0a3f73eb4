import { escapeHtml } from '../../../documentation/escape.ts'
import { readable, textOn } from './colors.ts'
import type { Block, Frame, MailDocument, Row, Tone } from './mail-document.ts'
import { texts } from './texts/texts.ts'

const font =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif"

const light = {
  page: '#f1f4f5',
  card: '#ffffff',
  line: '#e2e7ea',
  text: '#1b2329',
  dimmed: '#57636c',
  tones: { good: ['#146c37', '#eaf6ee'], bad: ['#b3261e', '#fdf0ef'], neutral: ['#434e56', '#eef1f3'] }
} as const
const dark = {
  page: '#0f1417',
  card: '#1b2329',
  line: '#303b43',
  text: '#e4eaed',
  dimmed: '#a3b0b8',
  tones: { good: ['#8fdcaa', '#173b27'], bad: ['#ffaaa2', '#4a2320'], neutral: ['#c1cad0', '#2e3a43'] }
} as const

/**
 * Returns a mail as HTML. Mail programs support only tables and inline styles reliably. The style sheet is for those
 * that support dark colours and narrow windows. All texts are escaped.
 */
export function renderHtml(document: MailDocument, frame: Frame): string {
  const { title, preview, blocks, action } = document
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(document.subject)}</title>
<style>${styleSheet(frame)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light.page}">
<tr><td align="center" class="outer" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left;font-family:${font}">
<tr><td style="padding:0 4px 18px">${header(frame)}</td></tr>
<tr><td class="card" style="background:${light.card};border:1px solid ${light.line};border-radius:12px;padding:32px">
<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650;color:${light.text};overflow-wrap:anywhere">${escapeHtml(title)}</h1>
${blocks.map((block) => blockHtml(block, frame)).join('\n')}${action && frame.origin ? button(action, frame) : ''}
</td></tr>
<tr><td class="foot" style="padding:20px 4px 0;font-size:12px;line-height:1.6;color:${light.dimmed};overflow-wrap:anywhere">${footer(document, frame)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function styleSheet({ color }: Frame): string {
  const tones = (Object.keys(dark.tones) as Tone[]).map(
    (tone) => `.${tone}{color:${dark.tones[tone][0]}!important;background:${dark.tones[tone][1]}!important}`
  )
  const link = readable(color, dark.card, 7)
  return (
    `:root{color-scheme:light dark}a:hover{text-decoration:underline!important}` +
    `@media (max-width:480px){.outer{padding:16px 10px!important}.card{padding:22px 18px!important}` +
    `.button{display:block!important;text-align:center!important}}` +
    `@media (prefers-color-scheme:dark){.page{background:${dark.page}!important}` +
    `.card{background:${dark.card}!important;border-color:${dark.line}!important}` +
    `.line{border-color:${dark.line}!important}.text{color:${dark.text}!important}` +
    `.dimmed,.foot{color:${dark.dimmed}!important}.link{color:${link}!important}` +
    `.logo{background:#ffffff!important;padding:6px 8px!important;border-radius:6px!important}${tones.join('')}}`
  )
}

function header({ marketplace, logo, color, origin }: Frame): string {
  const name = escapeHtml(marketplace)
  const shown = logo
    ? `<img class="logo" src="${escapeHtml(logo)}" alt="${name}" height="36" style="display:block;height:36px;max-width:220px;border:0">`
    : `<span class="link" style="font-size:17px;font-weight:700;color:${readable(color, light.page)}">${name}</span>`
  return origin ? `<a href="${escapeHtml(origin)}/" style="text-decoration:none">${shown}</a>` : shown
}

function footer({ reason }: MailDocument, frame: Frame): string {
  const { marketplace, origin, settingsPath, unsubscribePath } = frame
  const links = [
    ...(settingsPath ? [[texts.footer.settings, settingsPath]] : []),
    ...(unsubscribePath ? [[texts.footer.unsubscribe, unsubscribePath]] : [])
  ].map(
    ([label = '', path = '']) =>
      `<a class="foot" href="${escapeHtml(`${origin}${path}`)}" style="color:${light.dimmed};text-decoration:underline">${escapeHtml(label)}</a>`
  )
  const linkLine = origin && links.length > 0 ? `<br>${links.join(' &nbsp;·&nbsp; ')}` : ''
  return `${escapeHtml(marketplace)} · ${escapeHtml(reason)}${linkLine}`
}

function button({ label, path }: { label: string; path: string }, { color, origin }: Frame): string {
  return `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding-top:8px">
<a class="button" href="${escapeHtml(`${origin}${path}`)}" style="display:inline-block;background:${color};color:${textOn(color)};font-size:15px;font-weight:600;line-height:1.2;padding:13px 22px;border-radius:8px;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>`
}

function blockHtml(block: Block, frame: Frame): string {
  switch (block.kind) {
    case 'text':
      return `<p class="text" style="margin:0 0 16px;font-size:15px;line-height:1.6;color:${light.text};overflow-wrap:anywhere">${lines(block.text)}</p>`
    case 'note':
      return `<p class="dimmed" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${light.dimmed}">${lines(block.text)}</p>`
    case 'facts':
      return table(
        block.rows.map(
          ({ label, value }) =>
            `<tr><td class="dimmed line" valign="top" style="${cell};padding-right:16px;color:${light.dimmed};width:1%;white-space:nowrap">${escapeHtml(label)}</td>` +
            `<td class="text line" valign="top" style="${cell};color:${light.text};overflow-wrap:anywhere">${lines(value)}</td></tr>`
        )
      )
    case 'list':
      return table(block.rows.map((row) => rowHtml(row, frame)))
  }
}

const cell = `padding:11px 0;border-top:1px solid ${light.line};font-size:14px;line-height:1.5`

function table(rows: string[]): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('\n')}</table>`
}

function rowHtml({ title, path, badge, value, details }: Row, { color, origin }: Frame): string {
  const shown = escapeHtml(title)
  const linked =
    path && origin
      ? `<a class="link" href="${escapeHtml(`${origin}${path}`)}" style="color:${readable(color, light.card)};text-decoration:none;font-weight:600">${shown}</a>`
      : `<span class="text" style="color:${light.text};font-weight:600">${shown}</span>`
  const mark = badge
    ? `<div style="margin:0 0 3px"><span class="${badge.tone}" style="display:inline-block;padding:1px 8px;border-radius:6px;font-size:12px;font-weight:600;color:${light.tones[badge.tone][0]};background:${light.tones[badge.tone][1]}">${escapeHtml(badge.text)}</span></div>`
    : ''
  const more = details
    .map((line) => `<div class="dimmed" style="color:${light.dimmed};font-size:13px">${lines(line)}</div>`)
    .join('')
  // The details are below the title and the value, so that they have the whole width in narrow windows.
  const top = `padding:11px 0 ${details.length > 0 ? '0' : '11px'};border-top:1px solid ${light.line};font-size:14px;line-height:1.5`
  const right =
    value === undefined
      ? ''
      : `<td class="text line" valign="bottom" align="right" style="${top};padding-left:14px;color:${light.text};white-space:nowrap;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td>`
  const span = value === undefined ? ' colspan="2"' : ''
  const below =
    details.length > 0
      ? `<tr><td colspan="2" style="padding:0 0 11px;line-height:1.5;overflow-wrap:anywhere">${more}</td></tr>`
      : ''
  return `<tr><td class="line" valign="top" style="${top};overflow-wrap:anywhere"${span}>${mark}${linked}</td>${right}</tr>${below}`
}

/** Escapes a text and keeps its line breaks. */
function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
