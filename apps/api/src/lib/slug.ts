import slugify from '@sindresorhus/slugify'

/** Groups of a–z and 0–9 that one hyphen parts. */
export const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const SHORTEST = 3
const LONGEST = 255
/** More of a text than this cannot matter to a slug; it bounds the work on a hostile one. */
const READ = 2_000
const MARKS = /[™℠]/g
const FRACTIONS = /[¼-¾⅐-⅞]/g

/**
 * The slug of a product nobody named one for (contract 4.1): from its name; where that leaves fewer than 3
 * characters from its SKU, else `product-` and the last 8 characters of its id. `id` is a UUID: its head is a
 * time, which products made together share, its tail is random.
 */
export function deriveSlug(name: string, sku: string, id: string): string {
  const own = `product-${id.slice(-8).toLowerCase()}`
  return slugOf(name, slugOf(sku, own, SHORTEST), SHORTEST)
}

/**
 * A text in lower case ASCII, transliterated and hyphenated, at most 255 characters; `fallback` where fewer than
 * `shortest` are left of it. Capitals inside a word do not part it (`MacBook` → `macbook`).
 */
export function slugOf(text: string, fallback: string, shortest = 1): string {
  const slug = cut(slugify(simplify(text), { decamelize: false }), LONGEST)
  return slug.length < shortest ? fallback : slug
}

/** `base-n`, the base cut where the whole would pass 255 characters. */
export function withSuffix(base: string, n: number): string {
  const suffix = `-${n}`
  return cut(base, LONGEST - suffix.length) + suffix
}

/** Whether a slug is what a taken base became: `base-n`, n being 2 or more. */
export function isSuffixed(slug: string, base: string): boolean {
  const n = Number(/-([1-9]\d{0,14})$/.exec(slug)?.[1] ?? 0)
  return n >= 2 && slug === withSuffix(base, n)
}

// Full-width letters, ligatures and fractions become plain ones. Left to itself a trade mark would become the
// letters "tm", and 1½ eleven halves.
function simplify(text: string): string {
  return text.slice(0, READ).replace(MARKS, ' ').replace(FRACTIONS, ' $&').normalize('NFKC')
}

function cut(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-$/, '')
}
