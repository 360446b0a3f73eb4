/** A `<` that begins a tag, a comment or a declaration. The service stores text without one as it was sent. */
const MARKUP = /<[a-z/!?]/i
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>|<\/([a-z][\w:-]*)[^>]*>|<([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /([a-z][\w:-]*)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The elements that the service stores. It removes all others. */
const ALLOWED = new Set(
  `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub sup table tbody td tfoot th thead
  tr u ul var wbr`.split(/\s+/)
)
/** Elements that the service removes together with their content. */
const REMOVED =
  /<(iframe|math|noembed|noframes|noscript|object|option|plaintext|script|select|style|svg|template|textarea|title|xmp)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
/** The attributes whose values readers see. The service removes or completes others. */
const COMPARED = ['href', 'src', 'alt', 'title', 'colspan', 'rowspan']

/** Inline elements. No other element closes them, so their closing tags are where they were sent. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var'.split(' ')
)
const VOID = new Set(['br', 'hr', 'img', 'wbr', 'col'])

/**
 * True if the service would store `sent` as `stored`, or as a text that readers can't tell from it. Text without
 * markup is compared exactly. The service removes unsafe HTML and writes tags and entities in its own form, so of
 * HTML, only the following is compared: the text, the allowed elements, their links, images and titles.
 */
export function isSameHtml(sent: string, stored: string): boolean {
  if (sent === stored) return true
  if (!MARKUP.test(sent)) return false
  const closings = isNested(sent)
  return outline(sent, closings) === outline(stored, closings)
}

/**
 * Returns the text and the elements of HTML in one form. Closing tags are left out, because the service adds those
 * that are missing. With `closings`, those of inline elements are included.
 */
function outline(html: string, closings: boolean): string {
  const clean = html.replaceAll(REMOVED, '')
  const pieces: string[] = []
  let end = 0
  for (const match of clean.matchAll(TOKEN)) {
    pieces.push(decode(clean.slice(end, match.index)))
    end = match.index + match[0].length
    const [, closed = '', opened = '', attributes = ''] = match.map((part) => part ?? '')
    const name = opened.toLowerCase()
    if (ALLOWED.has(name)) pieces.push(`\u0000<${name}${compared(attributes)}>\u0000`)
    if (closings && INLINE.has(closed.toLowerCase())) pieces.push(`\u0000</${closed.toLowerCase()}>\u0000`)
  }
  pieces.push(decode(clean.slice(end)))
  return pieces.join('')
}

/** True if each element is closed, and before the element that contains it. */
function isNested(html: string): boolean {
  const open: string[] = []
  for (const [tag, closed, opened] of html.replaceAll(REMOVED, '').matchAll(TOKEN)) {
    const name = opened?.toLowerCase()
    if (name && !VOID.has(name) && !tag.endsWith('/>')) open.push(name)
    if (closed && open.pop() !== closed.toLowerCase()) return false
  }
  return open.length === 0
}

function compared(attributes: string): string {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? bare ?? '').trim()
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  }
  return COMPARED.filter((name) => isStored(name, found.get(name)))
    .map((name) => ` ${name}=${found.get(name)}`)
    .join('')
}

/** True for a value that the service doesn't remove: a link has to be http, https or mailto. */
function isStored(name: string, value: string | undefined): boolean {
  if (value === undefined) return false
  if (name === 'href') return /^(?:https?:\/\/|mailto:)/i.test(value)
  if (name === 'src') return /^https:\/\//i.test(value)
  return !name.endsWith('span') || /^\d{1,3}$/.test(value)
}

function decode(text: string): string {
  return text.replaceAll(ENTITY, (entity, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? entity
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity
  })
}
