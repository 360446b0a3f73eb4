import type { CategoryText } from '@purveyor/client/catalog-file/catalog-rows'
import type { FoundCategories } from '@purveyor/client/catalog-file/category-index'

/** A category of the file that can't be used. `paths` are those that an ambiguous name could mean. */
export type UnknownCategory = { text: string; rows: number; firstRow: number; paths: string[] }

/** The number of different categories that `unknown` can have. Others are left out. */
const maxUnknown = 10_000

/** The categories that a file names. Remembers each choice, and the categories that don't exist. */
export class CategoryChoices {
  readonly unknown = new Map<string, UnknownCategory>()
  private readonly search: (written: CategoryText) => FoundCategories
  private readonly chosen: Map<string, FoundCategories>
  /** True while rows are counted. They are read several times. */
  private isCounting = true

  constructor(
    search: (written: CategoryText) => FoundCategories,
    chosen: Record<string, FoundCategories> = {}
  ) {
    this.search = search
    this.chosen = new Map(Object.entries(chosen))
  }

  /** Finds the categories that a cell of the row names. */
  readonly find = (written: CategoryText, row: number): FoundCategories => {
    const key = typeof written === 'string' ? written : JSON.stringify(written)
    const found = this.chosen.get(key) ?? this.search(written)
    if (!found.ok && this.isCounting) this.addUnknown(found, row)
    this.chosen.set(key, found)
    return found
  }

  /** Call it when all rows were read once. Later readings count no categories. */
  finishCounting(): void {
    this.isCounting = false
  }

  /** The choices as an object that the constructor accepts. */
  stored(): Record<string, FoundCategories> {
    return Object.fromEntries(this.chosen)
  }

  private addUnknown({ text, paths }: { text: string; paths: string[] }, row: number): void {
    const known = this.unknown.get(text)
    if (known) known.rows++
    else if (this.unknown.size < maxUnknown) this.unknown.set(text, { text, rows: 1, firstRow: row, paths })
  }
}
