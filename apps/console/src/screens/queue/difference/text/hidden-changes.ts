import { foldLookAlikes, withoutInvisible } from './characters.ts'
import type { Piece } from './compare-texts.ts'

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
