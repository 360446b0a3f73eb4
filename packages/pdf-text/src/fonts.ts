import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/**
 * `regular` and `bold` have Latin, Greek and Cyrillic; `han` has Chinese characters, kana and many symbols. There is
 * one weight of it, since each has 8 MB.
 */
export type Face = 'regular' | 'bold' | 'han'

const files: Record<Face, string> = {
  regular: '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  bold: '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf',
  han: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf'
}

const loaded = new Map<Face, Font>()

/** The font, read and parsed when it is first needed, once for all documents. */
export function fontOf(face: Face): Font {
  const known = loaded.get(face)
  if (known) return known
  const font = create(readFileSync(pathOf(files[face])))
  loaded.set(face, font)
  return font
}

/** The packages name only their entry, so the file is found from there. */
function pathOf(file: string): string {
  const [scope, name, ...rest] = file.split('/')
  return fileURLToPath(new URL(`../${rest.join('/')}`, import.meta.resolve(`${scope}/${name}`)))
}

export type Weight = 'regular' | 'bold'

/** Text that one font can show. `isReplaced`: it stands for characters that none can. */
export type Run = { face: Face; text: string; isReplaced?: true }

/** What stands for a character that cannot be shown. */
export const replacement = '□'

const plain = /^[\x20-\x7e]*$/
const western =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u
const eastern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u
const emoji = /\p{Emoji_Presentation}/u
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A text in runs of one font each: the Latin, Greek and Cyrillic one where it can, else the Chinese one. Scripts that
 * are written from the right or need shaping, emoji and whatever no font has become one `replacement` a character.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  if (plain.test(text)) return text === '' ? [] : [{ face: weight, text }]
  const runs: Run[] = []
  for (const character of charactersOf(text)) {
    const run = runOf(character, weight)
    const last = runs.at(-1)
    if (last && last.face === run.face && last.isReplaced === run.isReplaced) last.text += run.text
    else if (run.text !== '') runs.push(run)
  }
  return runs
}

/** What a reader takes for one character each, composed. */
export function charactersOf(text: string): string[] {
  return Array.from(characters.segment(text.normalize('NFC')), ({ segment }) => segment)
}

function runOf(character: string, weight: Weight): Run {
  const text = character.replaceAll('\t', ' ').replaceAll(invisible, '')
  if (!emoji.test(text)) {
    if (text === '' || (western.test(text) && hasGlyphs(weight, text))) return { face: weight, text }
    if (eastern.test(text) && hasGlyphs('han', text)) return { face: 'han', text }
  }
  return { face: 'han', text: replacement, isReplaced: true }
}

function hasGlyphs(face: Face, text: string): boolean {
  return Array.from(text).every((one) => fontOf(face).hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
}
