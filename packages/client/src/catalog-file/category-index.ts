import type { CategoryText } from './catalog-rows.ts'

/** A category of the marketplace, as `GET /vendor/categories` returns it. */
export type CategoryNode = { id: string; name: string; slug: string; children: CategoryNode[] }

/** The result of a search for the categories that a cell names. */
export type FoundCategories =
  | { ok: true; ids: string[] }
  | { ok: false; text: string; reason: 'missing' | 'ambiguous'; paths: string[] }

/**
 * Finds categories by what a file calls them: an id, a slug, a name, or a path such as `Tools > Wrenches`, whose
 * first categories may be left out. `/Tools` is the category Tools without a parent. Except in slugs and ids, upper
 * and lower case and spaces don't matter.
 */
export class CategoryIndex {
  private readonly exact = new Map<string, string>()
  private readonly whole = new Map<string, string>()
  private readonly ends = new Map<string, Set<string>>()
  /** The path and slug of each category, for messages. */
  private readonly described = new Map<string, string>()
  private readonly pathsById = new Map<string, string[]>()
  private readonly mapped: Map<string, string | null>

  /** `mapped` is the part `categories` of a map file. */
  constructor(tree: readonly CategoryNode[], mapped: Record<string, string | null> = {}) {
    this.mapped = new Map(Object.entries(mapped).map(([text, target]) => [keyOf(text), target]))
    this.addAll(tree, [])
  }

  /** Returns the names of a category and its ancestors, from the root. */
  pathOf(id: string): string[] {
    return this.pathsById.get(id) ?? []
  }

  /** Returns the id of the category with this whole path, or undefined. */
  atPath(path: readonly string[]): string | undefined {
    return this.whole.get(rootless(keyOf(path.join(' > '))))
  }

  /** Returns the ids of the categories that a cell names. */
  find(written: CategoryText): FoundCategories {
    if (typeof written !== 'string') return this.findList(written)
    const whole = this.findOne(written)
    if (whole.ok || whole.reason === 'ambiguous') return whole
    const listed = written.split(/\s*(?:\/\/\/|[;|\n])\s*/).filter((part) => part.trim() !== '')
    if (listed.length > 1) return this.findAll(listed)
    const byComma = written.split(',').filter((part) => part.trim() !== '')
    const all = byComma.length > 1 ? this.findAll(byComma) : whole
    return all.ok ? all : whole
  }

  /** A list is a path from the root, or several categories. */
  private findList(written: string[]): FoundCategories {
    const path = this.findOne(written.join(' > '))
    if (path.ok) return path
    const all = this.findAll(written)
    return all.ok ? all : path
  }

  private findAll(texts: string[]): FoundCategories {
    const ids = new Set<string>()
    for (const text of texts) {
      const found = this.findOne(text.trim())
      if (!found.ok) return found
      for (const id of found.ids) ids.add(id)
    }
    return { ok: true, ids: [...ids] }
  }

  private findOne(text: string): FoundCategories {
    const target = this.mapped.get(keyOf(text))
    if (target === null) return { ok: true, ids: [] }
    // An empty target is an entry that --save-map has written and that no one has filled in.
    const ids = this.candidates((target || text).trim())
    if (ids.length === 1) return { ok: true, ids }
    const paths = ids.map((id) => this.described.get(id) ?? id).sort()
    return { ok: false, text: text.trim(), reason: ids.length === 0 ? 'missing' : 'ambiguous', paths }
  }

  /** An exact id or slug comes first, then a whole path, then a name or the end of a path. */
  private candidates(text: string): string[] {
    const exact = this.exact.get(text)
    if (exact !== undefined) return [exact]
    const key = keyOf(text)
    const whole = isPath(text) ? this.whole.get(rootless(key)) : undefined
    return whole === undefined ? [...(this.ends.get(rootless(key)) ?? [])] : [whole]
  }

  /** Adds categories below a path: the names of their ancestors. */
  addAll(categories: readonly CategoryNode[], above: string[]): void {
    for (const { id, name, slug, children } of categories) {
      const path = [...above, name]
      this.pathsById.set(id, path)
      this.described.set(id, `${path.join(' > ')} (${slug})`)
      for (const text of [id, slug]) this.exact.set(text, id)
      this.whole.set(keyOf(path.join(' > ')), id)
      for (const text of [id, slug]) this.addEnd(text, id)
      for (let start = 0; start < path.length; start++) this.addEnd(path.slice(start).join(' > '), id)
      this.addAll(children, path)
    }
  }

  private addEnd(text: string, id: string): void {
    const key = keyOf(text)
    const found = this.ends.get(key) ?? new Set()
    this.ends.set(key, found.add(id))
  }
}

/** Returns the form in which texts are compared. All separators of paths become `/`. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*(?:>+|\/|\\|»|→|::)\s*/g, '/')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\/$/, '')
}

/** `/Tools` is the category Tools without a parent. */
function rootless(key: string): string {
  return key.replace(/^\//, '')
}

function isPath(text: string): boolean {
  return keyOf(text).includes('/')
}
