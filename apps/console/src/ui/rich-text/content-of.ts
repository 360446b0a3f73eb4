const formats = new Set('A B STRONG I EM U S DEL SUB SUP CODE'.split(' '))
/** Elements whose white space at the ends isn't shown. */
const blocks = new Set('P H1 H2 H3 H4 H5 H6 BLOCKQUOTE UL OL LI PRE HR'.split(' '))

/** A piece of text with its formatting, sorted, since its elements can be nested in any order. */
type Run = { text: string; formats: string }
type Part = Run | { block: string }

/**
 * Returns a text that is the same for HTML with the same content: without white space that isn't shown, with formatting in
 * any order, and with or without a paragraph where a block begins with a text.
 */
export function contentOf(node: Node): string {
  return JSON.stringify(grouped(partsOf(node, [], false)))
}

function partsOf(node: Node, within: readonly string[], isPreformatted: boolean): Part[] {
  return [...node.childNodes].flatMap((child): Part[] => {
    if (child instanceof Text || child.nodeType === Node.TEXT_NODE) {
      const text = isPreformatted
        ? (child.nodeValue ?? '')
        : (child.nodeValue ?? '').replaceAll(/[ \t\r\n\f]+/g, ' ')
      return [{ text, formats: [...within].sort().join() }]
    }
    if (child.nodeType !== Node.ELEMENT_NODE) return []
    const element = child as Element
    const { tagName } = element
    if (formats.has(tagName)) return partsOf(element, [...within, nameOf(element)], isPreformatted)
    if (tagName === 'BR') return [{ text: '\n', formats: '' }]
    // Elements that aren't known are compared with their content, as blocks.
    const isText = tagName === 'PRE'
    const parts = grouped(partsOf(element, [], isText || isPreformatted), isText)
    return [{ block: `${nameOf(element)} ${blocks.has(tagName) ? '' : '?'}${JSON.stringify(parts)}` }]
  })
}

/** Returns the name of an element with its attributes. The service adds `rel`. */
function nameOf(element: Element): string {
  const attributes = [...element.attributes].filter(({ name }) => name !== 'rel')
  return [element.tagName, ...attributes.map(({ name, value }) => `${name}=${value.trim()}`).sort()].join(' ')
}

/** Puts runs that follow each other into a paragraph, unless they are the only content of a text block. */
function grouped(parts: readonly Part[], isText = false): unknown[] {
  const result: unknown[] = []
  let runs: Run[] = []
  const flush = () => {
    const joined = isText ? runs : joinedRuns(runs)
    if (joined.length > 0) result.push(joined)
    runs = []
  }
  for (const part of parts) {
    if ('text' in part) {
      runs.push(part)
      continue
    }
    flush()
    // A paragraph is its runs, as a text without one is.
    const paragraph = /^P (\[.*\])$/s.exec(part.block)?.[1]
    if (paragraph === undefined) result.push(part.block)
    else result.push(...(paragraph === '[]' ? ['P'] : JSON.parse(paragraph)))
  }
  flush()
  // A block without content can have an empty paragraph.
  return result.length === 1 && result[0] === 'P' ? [] : result
}

function joinedRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isAfterSpace = !last || /[ \n]$/.test(last.text)
    const text = isAfterSpace ? run.text.replace(/^ /, '') : run.text
    if (text === '') continue
    if (text === '\n' && last) last.text = last.text.replace(/ $/, '')
    if (last && last.formats === run.formats) last.text += text
    else joined.push({ ...run, text })
  }
  const end = joined.at(-1)
  if (end) end.text = end.text.replace(/ $/, '')
  return joined.filter(({ text }) => text !== '')
}
