import { diffArrays } from 'diff'

/** A part of two texts: the same in both, or replaced. `before` is empty where text was added, `after` where it was removed. */
export type Piece = { kind: 'same'; text: string } | { kind: 'change'; before: string; after: string }

/** The largest number of characters that are divided into words by the rules of languages. */
const maxSegmented = 16_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words, and each other character. Languages without spaces have no words here, because they need a dictionary. */
const simpleWord =
  /(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{M}\p{N}_])+|.\p{M}*/gsu

/** How much work a comparison may take. */
type Limits = {
  /** Milliseconds. */
  timeout?: number
  /** The largest number of words that are removed and added. */
  maxEdits?: number
}

/**
 * Compares two texts word by word. `after` of all pieces gives the new text, and `before` gives the old one. If the
 * comparison takes longer than the limits allow, `isWhole` is true: the texts are compared by sentences, or, if that
 * takes too long too, as a whole except for what they have in common at the beginning and at the end.
 */
export function compareTexts(
  before: string,
  after: string,
  { timeout = 20, maxEdits = 6000 }: Limits = {}
): { pieces: Piece[]; isWhole: boolean } {
  const { prefix, suffix } = commonEnds(before, after)
  const old = before.slice(prefix, before.length - suffix)
  const next = after.slice(prefix, after.length - suffix)
  const divide = old.length + next.length > maxSegmented ? simpleWords : words
  const limits = { timeout, maxEditLength: maxEdits }
  const compared = diffArrays(divide(old), divide(next), limits)
  const changes = compared ?? diffArrays(sentences(old), sentences(next), limits)
  const middle: Piece[] = changes
    ? changes.map(({ value, added, removed }) => {
        const text = value.join('')
        if (added) return { kind: 'change', before: '', after: text }
        return removed ? { kind: 'change', before: text, after: '' } : { kind: 'same', text }
      })
    : [{ kind: 'change', before: old, after: next }]
  const same = (text: string): Piece => ({ kind: 'same', text })
  const pieces = [same(before.slice(0, prefix)), ...middle, same(suffix > 0 ? before.slice(-suffix) : '')]
  return { pieces: withSharedSpaces(joinPieces(pieces)), isWhole: !compared }
}

/** Returns the old or the new text of pieces. */
export function textOf(pieces: Piece[], side: 'before' | 'after'): string {
  return pieces.map((piece) => (piece.kind === 'same' ? piece.text : piece[side])).join('')
}

function words(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment).flatMap(withoutFormat)
}

/** Separates the format characters in a word, such as those that change its direction, except in emoji. */
function withoutFormat(word: string): string[] {
  if (!/\p{Cf}/u.test(word) || /\p{Extended_Pictographic}/u.test(word)) return [word]
  return word.split(/(\p{Cf}+)/u).filter(Boolean)
}

function sentences(text: string): string[] {
  return text.split(/(?<=[\n.!?。！？])/)
}

function simpleWords(text: string): string[] {
  return text.match(simpleWord) ?? []
}

/**
 * Returns the lengths of what two texts have in common at the beginning and at the end. Both end at white space, so
 * that no word is divided.
 */
function commonEnds(before: string, after: string): { prefix: number; suffix: number } {
  const shorter = Math.min(before.length, after.length)
  let prefix = 0
  while (prefix < shorter && before[prefix] === after[prefix]) prefix++
  if (prefix === before.length && prefix === after.length) return { prefix, suffix: 0 }
  while (prefix > 0 && !isSpace(before[prefix - 1])) prefix--
  let suffix = 0
  while (suffix < shorter - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix++
  while (suffix > 0 && !isSpace(before.at(-suffix))) suffix--
  return { prefix, suffix }
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character)
}

/**
 * Joins changes that are next to each other, or have only a space or a very short word between them: one phrase that
 * was replaced by another is easier to read than word after word.
 */
function joinPieces(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    if (piece.kind === 'same') {
      if (piece.text !== '') append(joined, piece)
    } else if (piece.before !== '' || piece.after !== '') {
      appendChange(joined, piece)
    }
  }
  return joined
}

/**
 * Moves a space at both ends or both beginnings of a replaced text out of the change: where `, black` was inserted before
 * a space, the space that the comparison found elsewhere wasn't removed.
 */
function withSharedSpaces(pieces: Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((result, piece) => {
    for (const part of piece.kind === 'change' ? divide(piece) : [piece]) append(result, part)
    return result
  }, [])
}

function divide({ before, after }: Change): Piece[] {
  const start = before.startsWith(' ') && after.startsWith(' ') ? ' ' : ''
  const [old, next] = [before.slice(start.length), after.slice(start.length)]
  const end = old.endsWith(' ') && next.endsWith(' ') ? ' ' : ''
  const cut = (text: string) => (end ? text.slice(0, -1) : text)
  const parts: Piece[] = [
    { kind: 'same', text: start },
    { kind: 'change', before: cut(old), after: cut(next) },
    { kind: 'same', text: end }
  ]
  return parts.filter((part) => part.kind === 'change' || part.text !== '')
}

type Change = Extract<Piece, { kind: 'change' }>

function append(joined: Piece[], piece: Piece): void {
  const last = joined.at(-1)
  if (last?.kind === 'same' && piece.kind === 'same') joined[joined.length - 1] = concat(last, piece.text)
  else joined.push(piece)
}

function concat(last: Extract<Piece, { kind: 'same' }>, text: string): Piece {
  return { kind: 'same', text: last.text + text }
}

function appendChange(joined: Piece[], change: Change): void {
  const [first, between] = joined.slice(-2)
  const last = joined.at(-1)
  if (last?.kind === 'change') {
    joined[joined.length - 1] = join(last, '', change)
  } else if (first?.kind === 'change' && between?.kind === 'same' && isBridge(first, between.text, change)) {
    joined.splice(-2, 2, join(first, between.text, change))
  } else {
    joined.push(change)
  }
}

function join(first: Change, between: string, second: Change): Change {
  return {
    kind: 'change',
    before: first.before + between + second.before,
    after: first.after + between + second.after
  }
}

/** True if a text between two changes is too short to be read as unchanged. */
function isBridge(first: Change, between: string, second: Change): boolean {
  if (/[\n\r]/.test(between) || hasOnlySpaces(first) || hasOnlySpaces(second)) return false
  if (/^\s+$/.test(between)) return true
  return between.trim().length <= 3 && [first, second].every((change) => change.before && change.after)
}

/** Changes of white space are shown on their own, because they would be hard to see in a phrase. */
function hasOnlySpaces({ before, after }: Change): boolean {
  return !/\S/.test(before + after)
}
