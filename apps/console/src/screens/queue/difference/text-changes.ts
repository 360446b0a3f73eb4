import { foldLookAlikes, withoutInvisible } from './characters.ts'
import type { Piece } from './compare-texts.ts'

/** A piece, or a long unchanged text of which only the ends are shown. */
type ShortenedPiece = Piece | { kind: 'collapsed'; start: string; hidden: string; end: string }

/**
 * Shortens long unchanged texts to about `context` characters on each side that is next to a change. Texts are cut
 * between words. The first and the last piece are shortened on their outer side.
 */
export function shorten(pieces: Piece[], context: number): ShortenedPiece[] {
  if (pieces.every(({ kind }) => kind === 'same')) return pieces
  return pieces.map((piece, index) => {
    if (piece.kind !== 'same') return piece
    const start = index === 0 ? '' : headOf(piece.text, context)
    const end = index === pieces.length - 1 ? '' : tailOf(piece.text.slice(start.length), context)
    const hidden = piece.text.slice(start.length, piece.text.length - end.length)
    return hidden.length > context ? { kind: 'collapsed', start, hidden, end } : piece
  })
}

/** Returns the beginning of a text, which ends after a word if there is one. */
export function headOf(text: string, length: number): string {
  const cut = wholeCharacters(text.slice(0, length))
  const space = cut.search(/\s\S*$/)
  return space > length / 2 ? cut.slice(0, space + 1) : cut
}

/** Returns the end of a text, which begins with a word if there is one. */
function tailOf(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(-length).replace(/^[\udc00-\udfff]/, '')
  const space = cut.search(/\s/)
  return space >= 0 && space < length / 2 ? cut.slice(space) : cut
}

function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/**
 * Returns the part of a word that differs from the word that it replaced, as start and end. Returns undefined if the
 * words have less than half of their letters in common, because then the whole word differs.
 */
export function differingPart(
  word: string,
  other: string
): { start: number; end: number; otherEnd: number } | undefined {
  if (word === '' || other === '' || /\s/.test(word.trim()) || /\s/.test(other.trim())) return undefined
  const shorter = Math.min(word.length, other.length)
  let start = 0
  while (start < shorter && word[start] === other[start]) start++
  let common = 0
  while (common < shorter - start && word.at(-1 - common) === other.at(-1 - common)) common++
  while (start > 0 && (continues(word[start]) || continues(other[start]))) start--
  while (common > 0 && continues(word.at(-common))) common--
  if ((start + common) * 2 < Math.max(word.length, other.length)) return undefined
  return { start, end: word.length - common, otherEnd: other.length - common }
}

/** True for the second half of a character, and for accents that belong to the character before. */
function continues(unit: string | undefined): boolean {
  return unit !== undefined && /[\udc00-\udfff\p{M}\u200d]/u.test(unit)
}

/** Changes that are easily overlooked, because the old and the new text look nearly or exactly the same. */
const hiddenKinds = ['invisible', 'spaces', 'encoding', 'case', 'look-alike'] as const
export type HiddenKind = (typeof hiddenKinds)[number]

/** The largest number of characters that are examined. Longer changes are not overlooked. */
const maxExamined = 2000

/** Returns why a change is easily overlooked, or undefined if it isn't. */
export function hiddenKindOf(before: string, after: string): HiddenKind | undefined {
  if (before === after || before.length + after.length > maxExamined) return undefined
  const equal = (simplify: (text: string) => string) => simplify(before) === simplify(after)
  if (equal((text) => text.normalize('NFC'))) return 'encoding'
  if (equal(withoutInvisible)) return 'invisible'
  if (equal((text) => withoutInvisible(text).replaceAll(/\s+/g, ''))) return 'spaces'
  if (equal((text) => text.toLowerCase())) return 'case'
  if (equal(foldLookAlikes)) return 'look-alike'
  return undefined
}

/** Returns how many changes of each kind are easily overlooked. */
export function countHidden(pieces: Piece[]): Map<HiddenKind, number> {
  const kinds = pieces.flatMap((piece) =>
    piece.kind === 'change' ? (hiddenKindOf(piece.before, piece.after) ?? []) : []
  )
  return new Map(
    hiddenKinds
      .map((kind): [HiddenKind, number] => [kind, kinds.filter((found) => found === kind).length])
      .filter(([, count]) => count > 0)
  )
}
