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
