import slugify from '@sindresorhus/slugify'

/** Groups of a–z and 0–9, separated by single hyphens. */
export const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MIN_PRODUCT_SLUG = 3
const MAX_SLUG = 255
/**
 * Only this many characters of a text are used for its slug, so that a very long text doesn't take much time.
 */
const MAX_INPUT = 2_000
const MARKS = /[™℠]/g
const FRACTIONS = /[¼-¾⅐-⅞]/g

/**
 * Derives the slug of a product that was sent without one (contract 4.1): from its name, or from its SKU if
 * the name yields fewer than 3 characters. If the SKU also yields fewer than 3 characters, the slug is
 * `product-` and the last 8 characters of `id`, which are random because `id` is a UUIDv7.
 */
export function deriveSlug(name: string, sku: string, id: string): string {
  const ofId = `product-${id.slice(-8).toLowerCase()}`
  return slugOf(name, slugOf(sku, ofId, MIN_PRODUCT_SLUG), MIN_PRODUCT_SLUG)
}

/**
 * Transliterates a text to lower-case ASCII with hyphens and cuts it to 255 characters. Returns `fallback` if
 * the result has fewer than `minLength` characters. A capital within a word doesn't split the word (`MacBook`
 * → `macbook`).
 */
export function slugOf(text: string, fallback: string, minLength = 1): string {
  const slug = cut(slugify(simplify(text), { decamelize: false }), MAX_SLUG)
  return slug.length < minLength ? fallback : slug
}

/** Returns `base-n`. The base is cut so that the result has at most 255 characters. */
export function withSuffix(base: string, n: number): string {
  const suffix = `-${n}`
  return cut(base, MAX_SLUG - suffix.length) + suffix
}

/** True if the slug is `base-n`, where n is at least 2. A product gets such a slug when `base` is taken. */
export function isSuffixed(slug: string, base: string): boolean {
  const n = Number(/-([1-9]\d{0,14})$/.exec(slug)?.[1] ?? 0)
  return n >= 2 && slug === withSuffix(base, n)
}

// Replaces full-width letters, ligatures and fractions by plain characters. Without this, a trade mark sign
// would become the letters "tm", and 1½ would become 11/2.
function simplify(text: string): string {
  return text.slice(0, MAX_INPUT).replace(MARKS, ' ').replace(FRACTIONS, ' $&').normalize('NFKC')
}

function cut(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-$/, '')
}
