/**
 * A part of a text. Characters that can't be seen, or that look like others, are parts of their own, so that they can
 * be shown.
 */
export type Part =
  | { kind: 'plain'; text: string }
  /** A character without a shape of its own. `label` is its usual abbreviation, such as `ZWSP`, or `U+E0041`. */
  | { kind: 'invisible'; text: string; label: string }
  /** A letter of another script, or of another form, in a word with Latin letters. `looksLike` is the usual letter. */
  | { kind: 'look-alike'; text: string; looksLike: string }

/** The abbreviations of the Unicode standard for characters without a shape. */
const labels: Record<string, string> = {
  '\u0009': 'TAB',
  '\u00a0': 'NBSP',
  '\u00ad': 'SHY',
  '\u034f': 'CGJ',
  '\u061c': 'ALM',
  '\u180e': 'MVS',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u2028': 'LS',
  '\u2029': 'PS',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u202f': 'NNBSP',
  '\u2060': 'WJ',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\u3164': 'HF',
  '\ufeff': 'BOM'
}

/**
 * Characters that can't be seen: format and control characters except line breaks, fillers, the empty Braille pattern,
 * and white space other than the usual spaces. Emoji are matched too, so that their joiners aren't taken for
 * characters of their own.
 */
const invisible =
  /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*|[0-9#*]\ufe0f\u20e3|(?![\n\r \u3000])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800]/gu

const isEmoji = /^[\p{Extended_Pictographic}0-9#*]/u

/** Divides a text into parts. The texts of all parts together are the text. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(invisible)) {
    const [character] = match
    if (isEmoji.test(character)) continue
    parts.push(...plainParts(text.slice(end, match.index)))
    parts.push({ kind: 'invisible', text: character, label: labelOf(character) })
    end = match.index + character.length
  }
  parts.push(...plainParts(text.slice(end)))
  return parts
}

/** Returns the abbreviation of a character, or its code point. */
export function labelOf(character: string): string {
  return labels[character] ?? codePoint(character)
}

/** Returns the code point of a character, such as `U+0430`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Letters of other scripts that look like Latin letters in most fonts, and these Latin letters. */
const lookAlikes = pairs(
  'АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY аa сc еe һh іi јj оo рp ѕs хx уy ԁd ԛq ԝw ѵv ӏl ғf',
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ιi κk νv οo ρp τt υu χx',
  'օo սu հh ոn ցg ƖI ɑa ɡg ıi'
)

function pairs(...lists: string[]): Map<string, string> {
  return new Map(lists.flatMap((list) => list.split(' ')).map((pair) => [pair.slice(0, -1), pair.slice(-1)]))
}

/** Words with letters of other scripts than Latin that are known to look like Latin ones, or of mathematical alphabets. */
const word = /[\p{L}\p{M}\p{N}]+/gu
const mathematical = /[\u{1d400}-\u{1d7ff}]/u
const suspicious = /[^\p{ASCII}]/u

function plainParts(text: string): Part[] {
  if (text === '') return []
  if (!suspicious.test(text)) return [{ kind: 'plain', text }]
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(word)) {
    const marked = wordParts(found)
    if (!marked) continue
    if (index > end) parts.push({ kind: 'plain', text: text.slice(end, index) })
    parts.push(...marked)
    end = index + found.length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}

/** Returns the parts of a word, or undefined if no letter of it has to be marked. */
function wordParts(found: string): Part[] | undefined {
  const hasLatin = /[A-Za-z]/.test(found)
  if (!hasLatin && !mathematical.test(found)) return undefined
  const letters = [...found]
  const parts = letters.map((letter): Part => {
    const looksLike = latinOf(letter)
    if (looksLike === undefined || !(hasLatin || mathematical.test(letter))) {
      return { kind: 'plain', text: letter }
    }
    return { kind: 'look-alike', text: letter, looksLike }
  })
  return parts.some(({ kind }) => kind !== 'plain') ? parts : undefined
}

/** Returns the ASCII letter or digit that a character looks like, or undefined if there is none. */
function latinOf(character: string): string | undefined {
  if (/\p{ASCII}/u.test(character)) return undefined
  const known = lookAlikes.get(character)
  if (known) return known
  const compatible = character.normalize('NFKC')
  return /^[A-Za-z0-9]$/.test(compatible) && !/[⁰-₟¹²³ªº]/.test(character) ? compatible : undefined
}

/** Returns a text in which characters that look alike are the same. Two texts that look alike give the same text. */
export function foldLookAlikes(text: string): string {
  return [...text.replace(invisible, (found) => (isEmoji.test(found) ? found : ''))]
    .map((character) => latinOf(character) ?? character)
    .join('')
    .replaceAll(/[0O]/g, 'o')
    .replaceAll(/[1I|]/g, 'l')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[‘’′`´]/g, "'")
}

/** Returns a text without the characters that can't be seen, except spaces. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (found) => (isEmoji.test(found) || /\s/.test(found) ? found : ''))
}
