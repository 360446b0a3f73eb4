import type { Counts, Entry } from './entries.ts'
import { Spool } from './spool.ts'

/** What push would do, in the order of the file. The entries are on disk. */
export class Plan {
  readonly counts: Counts = {
    ...{ create: 0, update: 0, needApproval: 0, unchanged: 0, errors: 0 },
    ...{ notInFile: 0, isExact: true }
  }
  private readonly spool: Spool
  private readonly rows: number[] = []

  private constructor(spool: Spool) {
    this.spool = spool
  }

  static async create(): Promise<Plan> {
    return new Plan(await Spool.create())
  }

  async add(entry: Entry): Promise<void> {
    const { counts } = this
    if (entry.kind === 'create') counts.create++
    if (entry.kind === 'update') counts.update++
    if (entry.kind === 'error') counts.errors++
    if (entry.kind === 'update' && entry.changes.some(({ needsApproval }) => needsApproval)) {
      counts.needApproval++
    }
    this.rows.push(entry.row)
    await this.spool.add(entry)
  }

  get size(): number {
    return this.rows.length
  }

  /** Yields the first entries by row. */
  async *entries(limit: number): AsyncGenerator<Entry> {
    const order = this.rows.map((_, index) => index)
    order.sort((one, other) => (this.rows[one] ?? 0) - (this.rows[other] ?? 0))
    for (const index of order.slice(0, limit)) yield (await this.spool.read(index)) as Entry
  }

  remove(): Promise<void> {
    return this.spool.remove()
  }
}
