/**
 * The media type that an Accept header wants most of those offered (RFC 9110, 12.5.1): by its quality, then by how
 * exactly it is named, then by its place in the header, then by the order of the offer. Without a header, or when it
 * wants none of them, the first.
 */
export function preferredType<T extends string>(
  header: string | undefined,
  offered: readonly [T, ...T[]]
): T {
  const ranges = (header ?? '*/*').split(',').map(readRange)
  const wanted = offered
    .map((type) => ({ type, ...bestRange(type, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.exactness - a.exactness || a.place - b.place)
  return wanted[0]?.type ?? offered[0]
}

type Range = { range: string; quality: number; place: number }

function readRange(text: string, place: number): Range {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
  return { range, quality: quality === undefined ? 1 : readQuality(quality), place }
}

function readQuality(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

/** What the header says of a type: by the range that names it most exactly. */
function bestRange(type: string, ranges: Range[]): { quality: number; exactness: number; place: number } {
  const forms = ['*/*', `${type.split('/')[0]}/*`, type]
  const matching = ranges
    .map(({ range, quality, place }) => ({ exactness: forms.indexOf(range), quality, place }))
    .filter(({ exactness }) => exactness >= 0)
    .sort((a, b) => b.exactness - a.exactness)
  return matching[0] ?? { quality: 0, exactness: 0, place: 0 }
}
