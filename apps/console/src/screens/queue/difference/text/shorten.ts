import type { Piece } from './compare-texts.ts'

/** A piece, or a long unchanged text of which only the ends are shown. */
export type ShortenedPiece = Piece | { kind: 'collapsed'; start: string; hidden: string; end: string }

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
