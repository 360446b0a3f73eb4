import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/**
 * A font: `regular` and `bold` cover Latin, Greek and Cyrillic; `han` covers Chinese characters, kana and
 * many symbols. There is no bold `han`, because its font file would take another 8 MB.
 */
export type Face = 'regular' | 'bold' | 'han'

const files: Record<Face, string> = {
  regular: '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  bold: '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf',
  han: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf'
}

const loaded = new Map<Face, Font>()

/** Returns a font. It is read and parsed at the first use, then shared by all documents. */
export function fontOf(face: Face): Font {
  const known = loaded.get(face)
  if (known) return known
  const font = create(readFileSync(pathOf(files[face])))
  loaded.set(face, font)
  return font
}

/**
 * Returns the path of a font file. The font packages don't export their files, so the path is derived from
 * the path of the package's entry point.
 */
function pathOf(file: string): string {
  const [scope, name, ...rest] = file.split('/')
  return fileURLToPath(new URL(`../${rest.join('/')}`, import.meta.resolve(`${scope}/${name}`)))
}

export type Weight = 'regular' | 'bold'

/** Text in one font. `isReplaced` is true if the text replaces characters that can't be printed. */
export type Run = { face: Face; text: string; isReplaced?: true }

/** Printed instead of a character that can't be printed. */
export const replacement = '□'

const plain = /^[\x20-\x7e]*$/
const western =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u
const eastern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u
const emoji = /\p{Emoji_Presentation}/u
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
/** A character with more marks than any language writes. The marks would be piled up over other lines. */
const tooManyMarks = /(?<=[^\p{M}]\p{M}{3})\p{M}+/gu
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Splits a text into runs. All characters of a run have the same font: the font `weight` if it has the
 * character, else `han`. Some characters can't be printed: emoji, characters of right-to-left scripts or of
 * scripts that need shaping, and characters that no font has. Each of them becomes a `replacement`.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  if (plain.test(text)) return text === '' ? [] : [{ face: weight, text }]
  const runs: Run[] = []
  for (const character of charactersOf(text)) {
    const run = runOf(character, weight)
    const last = runs.at(-1)
    if (last && last.face === run.face && last.isReplaced === run.isReplaced) last.text += run.text
    else if (run.text !== '') runs.push({ ...run })
  }
  return runs
}

/** Texts in which each code unit is a character that doesn't combine with its neighbours. */
const separate = /^[\x20-\x7e\u3001-\u3020\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff5e]*$/

/** Splits a text into user-perceived characters (grapheme clusters), normalized to NFC. */
export function charactersOf(text: string): string[] {
  if (separate.test(text)) return text.split('')
  return Array.from(characters.segment(text.normalize('NFC')), ({ segment }) => segment)
}

const runs: Record<Weight, Map<string, Run>> = { regular: new Map(), bold: new Map() }
/** More than the characters of a large catalog. Clusters of combining characters make the number unlimited. */
const maxRuns = 20_000

/** Returns the run of a single character. Runs are cached, because looking up glyphs takes most of the time. */
function runOf(character: string, weight: Weight): Run {
  const cache = runs[weight]
  const known = cache.get(character)
  if (known) return known
  if (cache.size >= maxRuns) cache.clear()
  const run = findRun(character, weight)
  cache.set(character, run)
  return run
}

function findRun(character: string, weight: Weight): Run {
  const text = character.replaceAll('\t', ' ').replaceAll(invisible, '').replaceAll(tooManyMarks, '')
  if (!emoji.test(text)) {
    if (text === '' || (western.test(text) && hasGlyphs(weight, text))) return { face: weight, text }
    if (eastern.test(text) && hasGlyphs('han', text)) return { face: 'han', text }
  }
  return { face: 'han', text: replacement, isReplaced: true }
}

function hasGlyphs(face: Face, text: string): boolean {
  return Array.from(text).every((one) => fontOf(face).hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
}
