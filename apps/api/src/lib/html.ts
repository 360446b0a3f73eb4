import sanitizeHtml from 'sanitize-html'

/** The maximum length of a text that may contain HTML, in bytes of UTF-8. */
export const HTML_BYTES = 65_536
/** A text with up to this many characters is always sanitised within a few milliseconds. */
const FAST_LENGTH = 4_096
const MAX_DEPTH = 64
const MAX_URL_LENGTH = 2_048

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

/**
 * Elements that are removed together with their content, because the content isn't text to show, or a parser
 * reads it by special rules.
 */
const REMOVED_WITH_CONTENT =
  `iframe math noembed noframes noscript object option plaintext script select style svg template
  textarea title xmp`.split(/\s+/)

/** The allowed attributes of each element, with a pattern for their values. Other attributes are removed. */
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
const GLOBAL_ATTRIBUTES: Record<string, RegExp> = { dir: /^(?:ltr|rtl|auto)$/, lang: /^[a-zA-Z0-9-]{1,35}$/ }

const POLICY: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    ...Object.fromEntries([...ATTRIBUTES].map(([tag, rules]) => [tag, Object.keys(rules)])),
    a: ['href', 'title', 'rel'],
    '*': Object.keys(GLOBAL_ATTRIBUTES)
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: REMOVED_WITH_CONTENT,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: filterAttributes(tagName, attribs) }) },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src
}

type HtmlFault = 'too-long' | 'too-deep'

/** The sanitised text, or the reason why it is refused. */
export type CleanHtml = { html: string } | { fault: HtmlFault }

/** True if `cleanHtml` takes only a few milliseconds for this text. For other texts it takes up to 300 ms. */
export function isCleanedFast(text: string): boolean {
  return text.length <= FAST_LENGTH || text.length > HTML_BYTES || isUnchanged(text)
}

/**
 * Removes from a text everything that could run code or mislead when the text is shown as HTML. Formatting,
 * headings, lists, tables, links (http, https, mailto) and images (https) stay. A text without tags, comments
 * and declarations is returned unchanged. The result may be longer than the input. Sanitising the result
 * again doesn't change it.
 *
 * A text of more than 64 KiB of UTF-8 is refused (`too-long`). A text with elements that are nested deeper
 * than 64 levels is also refused (`too-deep`), because deep nesting makes sanitising slow.
 */
export function cleanHtml(text: string): CleanHtml {
  const read = readHtml(text)
  // Removing an element can put a paragraph directly into another one, which parsers then end at that point.
  // The second pass resolves this. It doesn't remove further elements, so a third pass isn't needed.
  return 'fault' in read || read.html === text ? read : { html: sanitizeOnce(read.html) }
}

function sanitizeOnce(text: string): string {
  return isUnchanged(text) ? text : sanitizeHtml(text, POLICY)
}

/** True if a check without parsing already shows that sanitising wouldn't change the text. */
function isUnchanged(text: string): boolean {
  return !MARKUP.test(text) || isPlainHtml(text, MAX_DEPTH)
}

class TooDeep extends Error {}

/** Sanitises the text once, or returns the reason why it is refused. */
function readHtml(text: string): CleanHtml {
  if (Buffer.byteLength(text) > HTML_BYTES) return { fault: 'too-long' }
  if (isUnchanged(text)) return { html: text }
  let depth = 0
  try {
    const html = sanitizeHtml(text, {
      ...POLICY,
      onOpenTag: () => {
        depth++
        if (depth > MAX_DEPTH) throw new TooDeep()
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

/** Returns the allowed attributes of an element, in a fixed order. */
function filterAttributes(tag: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const allowed: sanitizeHtml.Attributes = {}
  for (const [name, rule] of Object.entries({ ...ATTRIBUTES.get(tag), ...GLOBAL_ATTRIBUTES })) {
    const value = Object.hasOwn(attributes, name) ? attributes[name]?.trim() : undefined
    if (value === undefined || !rule.test(value)) continue
    if ((rule === LINK || rule === IMAGE) && !isUrl(value)) continue
    allowed[name] = value
  }
  if (allowed.href) allowed.rel = 'noopener nofollow'
  return allowed
}

function isUrl(value: string): boolean {
  return value.length <= MAX_URL_LENGTH && URL.canParse(value)
}

/**
 * Matches a piece of simple HTML: text that serialising doesn't change, an empty element, or a tag without
 * attributes.
 */
const PIECE = /[^<>&]+|&(?:amp|lt|gt);|<([bh]r) \/>|<(\/?)(?![bh]r>)([a-z][a-z1-6]*)>/y

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const INLINE =
  'abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var'.split(' ')
const BLOCKS = 'blockquote div dl figcaption figure hr ol p pre table ul'.split(' ')

/**
 * Maps an element to the open elements that a parser closes when the element begins directly inside them. For
 * example, a new `<li>` closes an open `<li>`.
 */
const CLOSED_BY: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
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
 * True for simple HTML as most suppliers send it: allowed elements without attributes, each closed
 * explicitly, nested at most `maxDepth` levels deep. Sanitising doesn't change such a text. This check takes
 * a twentieth of the time that parsing and serialising the text would take.
 */
export function isPlainHtml(text: string, maxDepth: number): boolean {
  const open: string[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < text.length) {
    const piece = PIECE.exec(text)
    if (!piece) return false
    const [, empty, slash, name] = piece
    const opened = empty ?? (slash ? undefined : name)
    if (opened !== undefined) {
      const closed = CLOSED_BY.get(opened)
      if (!closed || closed.includes(open.at(-1) ?? '') || open.push(opened) > maxDepth) return false
    }
    if ((empty || slash) && open.pop() !== (empty ?? name)) return false
  }
  return open.length === 0
}
