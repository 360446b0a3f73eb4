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
