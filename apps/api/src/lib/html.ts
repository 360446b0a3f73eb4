import sanitizeHtml from 'sanitize-html'

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

type HtmlFault = 'too-long' | 'too-deep'

/** The text sanitised, or why it is not. */
export type CleanHtml = { html: string } | { fault: HtmlFault }

/** True if `cleanHtml` takes no more than a few milliseconds. Larger texts that have to be parsed take up to 300 ms. */
export function isCleanedFast(text: string): boolean {
  return text.length <= FAST_LENGTH || text.length > HTML_BYTES || isSettled(text)
}

/**
 * The text without anything that could run or mislead where it is shown as HTML: formatting, headings, lists,
 * tables, links (http, https, mailto) and images (https) stay. A text that opens no tag, comment or declaration is
 * returned exactly as given; sanitising again changes nothing. The result may be longer than what was given.
 * Refused are texts past 64 KiB of UTF-8 (`too-long`), and past 64 levels of elements (`too-deep`), which is found
 * without reading further: deep nesting is what makes sanitising slow.
 */
export function cleanHtml(text: string): CleanHtml {
  const read = readHtml(text)
  // Dropping an element can bring those around it together, and parsers end a paragraph where the next one begins
  // right inside it. The second pass drops nothing more, so what it writes is read as it stands.
  return 'fault' in read || read.html === text ? read : { html: sanitizeOnce(read.html) }
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

/** A piece of text that is written as it is read, an empty element, or a tag without attributes. */
const PIECE = /[^<>&]+|&(?:amp|lt|gt);|<([bh]r) \/>|<(\/?)(?![bh]r>)([a-z][a-z1-6]*)>/y

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const INLINE =
  'abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var'.split(' ')
const BLOCKS = 'blockquote div dl figcaption figure hr ol p pre table ul'.split(' ')

/** The elements that a parser ends where this one begins right inside them. */
const ENDED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...[...INLINE, 'br', 'caption', 'thead'].map((tag): [string, string[]] => [tag, []]),
  ...BLOCKS.map((tag): [string, string[]] => [tag, ['p']]),
  ...HEADINGS.map((tag): [string, string[]] => [tag, [...HEADINGS, 'p']]),
  ['li', ['li']],
  ['dd', ['dd', 'dt']],
  ['dt', ['dd', 'dt']],
  ['tbody', ['thead', 'tbody']],
  ['tfoot', ['thead', 'tbody']],
  ['tr', ['tr', 'th', 'td']],
  ['th', ['th']],
  ['td', ['thead', 'th', 'td']]
])

/**
 * Whether a text is HTML of the simplest kind, as most suppliers write it: elements that are allowed, without
 * attributes, each closed in its turn and none that ends another, at most `deepest` inside each other. Reading and
 * writing such a text gives the same text; it costs a twentieth of that to tell.
 */
export function isPlainHtml(text: string, deepest: number): boolean {
  const open: string[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < text.length) {
    const piece = PIECE.exec(text)
    if (!piece) return false
    const [, empty, slash, name] = piece
    const begun = empty ?? (slash ? undefined : name)
    if (begun !== undefined) {
      const ended = ENDED.get(begun)
      if (!ended || ended.includes(open.at(-1) ?? '') || open.push(begun) > deepest) return false
    }
    if ((empty || slash) && open.pop() !== (empty ?? name)) return false
  }
  return open.length === 0
}
