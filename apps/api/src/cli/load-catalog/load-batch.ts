import { Interrupted, RowError } from './errors.ts'
import type { Journal } from './journal.ts'
import type { Options, Stage } from './options.ts'
import { countFailure, type Progress, type Tally } from './report.ts'
import {
  type Approvals,
  type Categories,
  createProduct,
  findProduct,
  getProductBySku,
  type Product
} from './resources.ts'
import type { Row } from './rows.ts'
import type { Send } from './service.ts'
import type { Session } from './session.ts'
import { productDifferences, storefrontDifferences } from './verification.ts'

/** The state that all steps of a run share. */
export type Loading = {
  options: Options
  signal: AbortSignal
  send: Send
  vendor: Session
  categories: Categories
  approvals: Approvals
  /** The vendor's commission as decimal text. Used only by the stage `verify`. */
  commissionPercent: string
  journal: Journal
  progress: Progress
  tally: Tally
}

type Item = {
  line: number
  mark: number
  row: Row
  categoryId: string | null
  /**
   * The product as it was last read. Undefined before the stage `create`. It stays undefined if the SKU was
   * already taken and no later stage needs the product.
   */
  product: Product | undefined
  hasFailed: boolean
}

type Work = (item: Item) => Promise<void>

/**
 * Runs the stages for a batch of rows. Each stage handles all rows before the next stage begins. A row that
 * fails with a RowError is counted as failed and skipped in later stages. Any other error ends the run and is
 * thrown.
 */
export async function loadBatch(
  loading: Loading,
  rows: Pick<Item, 'line' | 'mark' | 'row'>[]
): Promise<void> {
  const { options, signal, journal, progress, tally } = loading
  const items = rows.map((row): Item => ({ ...row, categoryId: null, product: undefined, hasFailed: false }))
  for (const stage of options.stages) {
    const open = items.filter((item) => !item.hasFailed)
    const work = await workOf[stage](loading, open)
    const isLast = stage === options.stages.at(-1)
    await inParallel(open, {
      concurrency: options.concurrency,
      signal,
      work: async (item) => {
        await countIfFailed(loading, item, work)
        if (!isLast || item.hasFailed) return
        tally.rows++
        journal.done(item, options.stages)
        progress.advance(1)
      }
    })
  }
}

async function countIfFailed({ journal, progress, tally }: Loading, item: Item, work: Work): Promise<void> {
  try {
    await work(item)
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    item.hasFailed = true
    countFailure(tally, { line: item.line, sku: item.row.sku, reasons: error.reasons })
    journal.failed(item, error.reasons)
    progress.advance(1)
  }
}

/**
 * One function per stage. The function prepares the stage for a batch. It returns another function, which
 * does the stage for one row.
 */
const workOf: Record<Stage, (loading: Loading, items: Item[]) => Promise<Work>> = {
  create: async ({ options, vendor, categories, tally }) => {
    return async (item) => {
      const { row } = item
      item.categoryId = await categories.leafOf(row.categoryPath)
      const { isNew, product } = await createProduct(vendor, row, item.categoryId)
      if (isNew) tally.created++
      else tally.alreadyExisted++
      const isNeeded = options.stages.length > 1
      item.product = product ?? (isNeeded ? await getProductBySku(vendor, row.sku) : undefined)
    }
  },

  approve: async ({ approvals, tally }, items) => {
    const pending = items.filter(({ product }) => product?.status === 'PENDING_APPROVAL')
    const versions = await approvals.findVersions(new Set(pending.map(idOf)))
    return async (item) => {
      const { status } = item.product ?? {}
      if (status === 'DRAFT')
        throw new RowError(['is a DRAFT because it was rejected, and cannot be approved'])
      if (status !== 'PENDING_APPROVAL') return
      const version = versions.get(idOf(item))
      if (version === undefined)
        throw new RowError(['is waiting for approval, but is not in the moderation queue'])
      await approvals.approve(idOf(item), version)
      tally.approved++
    }
  },

  verify: async ({ vendor, send, commissionPercent, tally }) => {
    return async (item) => {
      const product = await findProduct(vendor, idOf(item))
      if (!product) throw new RowError(['cannot be read back'])
      const { row, categoryId } = item
      const differences = productDifferences(product, { row, categoryId, commissionPercent })
      if (product.status === 'PUBLISHED')
        differences.push(...(await storefrontDifferences(send, product, row)))
      if (differences.length > 0) throw new RowError(differences)
      tally.verified++
    }
  }
}

function idOf({ product }: Item): string {
  return String(product?.id)
}

type Parallel<T> = { concurrency: number; signal: AbortSignal; work: (item: T) => Promise<void> }

/**
 * Runs `work` for every item, up to `concurrency` at a time. After the first rejection, or when the signal
 * aborts, starts no further items, waits for the items under way, and then rejects.
 */
export async function inParallel<T>(
  items: readonly T[],
  { concurrency, signal, work }: Parallel<T>
): Promise<void> {
  const queue = items.values()
  let failed = false
  const worker = async () => {
    for (const item of queue) {
      if (signal.aborted) throw new Interrupted()
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  const rejections = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  // An error is more useful to the user than the interruption.
  if (rejections.length > 0)
    throw rejections.find((reason) => !(reason instanceof Interrupted)) ?? rejections[0]
}
