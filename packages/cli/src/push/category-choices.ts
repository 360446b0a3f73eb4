import type { CategoryText } from '@purveyor/client/catalog-file/catalog-rows'
import type { FoundCategories } from '@purveyor/client/catalog-file/category-index'

/** A category of the file that can't be used. `paths` are those that an ambiguous name could mean. */
export type UnknownCategory = { text: string; rows: number; firstRow: number; paths: string[] }

/** The number of different categories that `unknown` can have. Others are left out. */
const maxUnknown = 10_000

/** The ids of the categories that a file names. Remembers each choice, and the categories that don't exist. */
export class CategoryChoices {
  readonly unknown = new Map<string, UnknownCategory>()
  private readonly find: (written: CategoryText) => FoundCategories
  private readonly chosen: Map<string, string>

  constructor(find: (written: CategoryText) => FoundCategories, chosen: Record<string, string> = {}) {
    this.find = find
    this.chosen = new Map(Object.entries(chosen))
  }

  /** Returns `category_ids` for a cell. Undefined if it names no category, or one that can't be used. */
  idsOf(written: CategoryText, row: number): string | undefined {
    const key = typeof written === 'string' ? written : JSON.stringify(written)
    const known = this.chosen.get(key)
    if (known !== undefined) return known || undefined
    const found = this.find(written)
    if (!found.ok) this.addUnknown(found, row)
    else this.chosen.set(key, found.ids.join(','))
    return found.ok ? found.ids.join(',') || undefined : undefined
  }

  /** The choices as an object that the constructor accepts. */
  stored(): Record<string, string> {
    return Object.fromEntries(this.chosen)
  }

  private addUnknown({ text, paths }: { text: string; paths: string[] }, row: number): void {
    const known = this.unknown.get(text)
    if (known) known.rows++
    else if (this.unknown.size < maxUnknown) this.unknown.set(text, { text, rows: 1, firstRow: row, paths })
  }
}
