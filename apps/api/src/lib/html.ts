import sanitizeHtml from 'sanitize-html'
import { isPlainHtml } from './plain-html.ts'

/** Most bytes of UTF-8 in a text that may hold HTML. */
export const HTML_BYTES = 65_536
const FAST_LENGTH = 4_096
const DEEPEST = 64
const LONGEST_URL = 2_048

/** A `<` that begins a tag, a comment or a declaration. */
const MARKUP = /<[a-z/!?]/i
const LINK = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}<>"\\]+$/iu
const IMAGE = /^https:\/\/[^\s\p{Cc}<>"\\]+$/iu
const ANY = /^/
const SPAN = /^\d{1,3}$/
const LENGTH = /^\d{1,4}$/
const ORDINAL = /^-?\d{1,6}$/

const TAGS =
  `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub sup table tbody td tfoot th thead
  tr u ul var wbr`.split(/\s+/)

/** Elements whose content goes with them: it is no text, or browsers read it by other rules than HTML's. */
const DROPPED_WHOLE =
  `iframe math noembed noframes noscript object option plaintext script select style svg template
  textarea title xmp`.split(/\s+/)

/** What the value of an attribute must match, by element: all other attributes are dropped. */
const ATTRIBUTES: ReadonlyMap<string, Record<string, RegExp>> = new Map<string, Record<string, RegExp>>([
  ['a', { href: LINK, title: ANY }],
  ['abbr', { title: ANY }],
  ['col', { span: SPAN }],
  ['colgroup', { span: SPAN }],
  ['img', { src: IMAGE, alt: ANY, title: ANY, width: LENGTH, height: LENGTH }],
  ['li', { value: ORDINAL }],
  ['ol', { start: ORDINAL, type: /^[1aAiI]$/ }],
  ['td', { colspan: SPAN, rowspan: SPAN }],
  ['th', { colspan: SPAN, rowspan: SPAN, scope: /^(?:row|col|rowgroup|colgroup)$/ }]
])
const EVERYWHERE: Record<string, RegExp> = { dir: /^(?:ltr|rtl|auto)$/, lang: /^[a-zA-Z0-9-]{1,35}$/ }

const POLICY: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    ...Object.fromEntries([...ATTRIBUTES].map(([tag, rules]) => [tag, Object.keys(rules)])),
    a: ['href', 'title', 'rel'],
    '*': Object.keys(EVERYWHERE)
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WHOLE,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: keepAttributes(tagName, attribs) }) },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src
}

export type HtmlFault = 'too-long' | 'too-deep'

/** The text sanitised, or why it is not. */
export type CleanHtml = { html: string } | { fault: HtmlFault }

/**
 * Whether a text may be sanitised: `too-long` past 64 KiB of UTF-8, `too-deep` past 64 levels of elements, which is
 * found without reading further. To be asked first: deep nesting is what makes sanitising slow.
 */
export function checkHtml(text: string): HtmlFault | undefined {
  const checked = readHtml(text)
  return 'fault' in checked ? checked.fault : undefined
}

/** True if `cleanHtml` takes no more than a few milliseconds. Larger texts that have to be parsed take up to 300 ms. */
export function isCleanedFast(text: string): boolean {
  return text.length <= FAST_LENGTH || text.length > HTML_BYTES || isSettled(text)
}

/** `checkHtml` and `sanitizeHtmlText` at once, in one reading less. */
export function cleanHtml(text: string): CleanHtml {
  const read = readHtml(text)
  if ('fault' in read || read.html === text) return read
  return { html: sanitizeOnce(read.html) }
}

/**
 * The text without anything that could run or mislead where it is shown as HTML: formatting, headings, lists,
 * tables, links (http, https, mailto) and images (https) stay. A text that opens no tag, comment or declaration is
 * returned exactly as given; sanitising again changes nothing. The result may be longer than what was given.
 */
export function sanitizeHtmlText(text: string): string {
  // Dropping an element can bring those around it together, and parsers end a paragraph where the next one begins
  // right inside it. The second pass drops nothing more, so what it writes is read as it stands.
  const once = sanitizeOnce(text)
  return once === text ? text : sanitizeOnce(once)
}

function sanitizeOnce(text: string): string {
  return isSettled(text) ? text : sanitizeHtml(text, POLICY)
}

/** Whether sanitising would change nothing, where that can be told without parsing. */
function isSettled(text: string): boolean {
  return !MARKUP.test(text) || isPlainHtml(text, DEEPEST)
}

class TooDeep extends Error {}

/** The text sanitised once, or why it is not. */
function readHtml(text: string): CleanHtml {
  if (Buffer.byteLength(text) > HTML_BYTES) return { fault: 'too-long' }
  if (isSettled(text)) return { html: text }
  let depth = 0
  try {
    const html = sanitizeHtml(text, {
      ...POLICY,
      onOpenTag: () => {
        depth++
        if (depth > DEEPEST) throw new TooDeep()
      },
      onCloseTag: () => {
        depth--
      }
    })
    return { html }
  } catch (error) {
    if (error instanceof TooDeep) return { fault: 'too-deep' }
    throw error
  }
}

/** The attributes that may stay, in a fixed order. */
function keepAttributes(tag: string, given: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const kept: sanitizeHtml.Attributes = {}
  for (const [name, rule] of Object.entries({ ...ATTRIBUTES.get(tag), ...EVERYWHERE })) {
    const value = Object.hasOwn(given, name) ? given[name]?.trim() : undefined
    if (value === undefined || !rule.test(value)) continue
    if ((rule === LINK || rule === IMAGE) && !isUrl(value)) continue
    kept[name] = value
  }
  if (kept.href) kept.rel = 'noopener nofollow'
  return kept
}

function isUrl(value: string): boolean {
  return value.length <= LONGEST_URL && URL.canParse(value)
}
