import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'

/** How many errors `--json` lists. */
const maxListed = 1000

/** The errors of a file: the first ones, and counts of all. */
export class FaultList {
  /** The first errors, in the order of the rows. */
  readonly first: RowFault[] = []
  /** The number of rows with errors. */
  rows = 0
  total = 0
  private readonly rowsByCode = new Map<string, number>()

  /** Adds the errors of one row. */
  add(faults: readonly RowFault[]): void {
    if (faults.length === 0) return
    this.rows++
    this.total += faults.length
    for (const fault of faults) if (this.first.length < maxListed) this.first.push(fault)
    for (const code of new Set(faults.map((fault) => fault.code))) {
      this.rowsByCode.set(code, (this.rowsByCode.get(code) ?? 0) + 1)
    }
  }

  /** Returns the code that at least half of the rows have, with the number of these rows. */
  mainCode(): { code: string; rows: number } | undefined {
    const [most] = [...this.rowsByCode].sort(([, one], [, other]) => other - one)
    return most && most[1] * 2 >= this.rows ? { code: most[0], rows: most[1] } : undefined
  }
}
