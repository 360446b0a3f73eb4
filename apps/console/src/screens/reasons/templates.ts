import type { ReasonCount, ReasonTemplate, ReasonTemplateField } from '@purveyor/client'

export const maxCode = 64

/** Words that say little, which a suggested code leaves out. */
const fillers = new Set(
  (
    'a an and another are as at be been but by can could do does for from has have in instead is it its least must ' +
    'needs not of on one or other our please should so some such than that the their there this to too was we were ' +
    'what with would you your'
  ).split(' ')
)
const maxWords = 3

/**
 * Returns a code for a text, such as `IMAGE_SHOWS_PRODUCT`, with a number if it is taken. Returns an empty text if the
 * text has no Latin letters.
 */
export function suggestCode(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
  const words = plain.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? []
  const telling = words.filter((word) => !fillers.has(word))
  const code = (telling.length > 0 ? telling : words).slice(0, maxWords).join('_').toUpperCase()
  const short = code.slice(0, maxCode - 4).replace(/_$/, '')
  if (short === '' || !taken.has(short)) return short
  for (let number = 2; ; number++) if (!taken.has(`${short}_${number}`)) return `${short}_${number}`
}

/** Returns the length of a text as the API counts it: its code points, without white space at its ends. */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

export type Sorting = 'code' | '-used'

/** Returns the templates that contain all words of a search and that are offered for one of the fields. */
export function filterTemplates(
  templates: readonly ReasonTemplate[],
  { search, fields }: { search: string; fields: readonly ReasonTemplateField[] }
): ReasonTemplate[] {
  const words = search.toLowerCase().split(/\s+/)
  return templates.filter((template) => {
    const text = `${template.code} ${template.text}`.toLowerCase()
    const isOffered = template.fields.length === 0 || template.fields.some((field) => fields.includes(field))
    return words.every((word) => text.includes(word)) && (fields.length === 0 || isOffered)
  })
}

/** The statistics list this many codes. */
const maxListed = 100

/** How often a code was used. Of rare codes, only a limit is known. */
export type Use = { count: number; isLimit: boolean }

/** Returns how often a code was used, by the codes that the statistics list. */
export function usesOf(code: string, listed: readonly ReasonCount[]): Use {
  const found = listed.find((one) => one.code === code)
  if (found) return { count: found.count, isLimit: false }
  const isFull = listed.length >= maxListed
  return { count: isFull ? (listed.at(-1)?.count ?? 0) : 0, isLimit: isFull }
}
