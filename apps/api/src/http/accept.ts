/**
 * Returns the offered media type that an Accept header prefers (RFC 9110, section 12.5.1). Each type gets the
 * quality of the most specific range of the header that matches the type. The highest quality wins, then the
 * most specific range, then the earliest range, then the first type in `offered`. Returns the first offered
 * type if the header is missing or accepts none of the types.
 */
export function preferredType<T extends string>(
  header: string | undefined,
  offered: readonly [T, ...T[]]
): T {
  const ranges = (header ?? '*/*').split(',').map(readRange)
  const accepted = offered
    .map((type) => ({ type, ...bestRange(type, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.specificity - a.specificity || a.position - b.position)
  return accepted[0]?.type ?? offered[0]
}

/**
 * Returns the offered content coding that an Accept-Encoding header prefers (RFC 9110, section 12.5.3), or
 * undefined if the response should not be encoded. The highest quality wins, then the first coding in
 * `offered`. A `*` stands for gzip, which every client that accepts codings can decode. If the header prefers
 * `identity`, or accepts none of the codings, the result is undefined, even if it refuses `identity`.
 */
export function preferredCoding<T extends string>(
  header: string | undefined,
  offered: readonly T[]
): T | undefined {
  if (!header) return undefined
  const qualities = new Map(
    header
      .split(',')
      .map(readRange)
      .map(({ range, quality }) => [range, quality])
  )
  const qualityOf = (coding: string) =>
    qualities.get(coding) ??
    (coding === 'gzip' ? (qualities.get('x-gzip') ?? qualities.get('*')) : undefined) ??
    0
  const best = offered.toSorted((a, b) => qualityOf(b) - qualityOf(a))[0]
  if (best === undefined || qualityOf(best) === 0) return undefined
  return qualityOf(best) < (qualities.get('identity') ?? 0) ? undefined : best
}

type Range = { range: string; quality: number; position: number }

function readRange(text: string, position: number): Range {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
  return { range, quality: quality === undefined ? 1 : readQuality(quality), position }
}

function readQuality(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

/** Returns the most specific of the ranges that match a type. */
function bestRange(
  type: string,
  ranges: Range[]
): { quality: number; specificity: number; position: number } {
  const forms = ['*/*', `${type.split('/')[0]}/*`, type]
  const matching = ranges
    .map(({ range, quality, position }) => ({ specificity: forms.indexOf(range), quality, position }))
    .filter(({ specificity }) => specificity >= 0)
    .sort((a, b) => b.specificity - a.specificity)
  return matching[0] ?? { quality: 0, specificity: 0, position: 0 }
}
