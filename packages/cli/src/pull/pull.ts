import type { Product, Purveyor } from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { plural } from '../output/numbers.ts'
import { pullWorkbook } from '../workbooks/pull-workbook.ts'
import { CategoryCells } from './category-cells.ts'
import { type Destination, openDestination } from './destination.ts'
import { type PullOptions, readPullOptions } from './options.ts'
import { byteOrderMark, csvHeader, csvRows, ndjsonLines, type Written } from './rows.ts'

/** The maximum page size of the list of products. */
const pageSize = 100

type Totals = { products: number; leftOut: number }

/** Runs `purveyor pull`: writes the vendor's products page by page, at constant memory. */
export async function pull(context: Context, input: Input): Promise<ExitCode> {
  const options = readPullOptions(input)
  if (options.format === 'xlsx') {
    await pullWorkbook(context, options)
    return exitCodes.done
  }
  const purveyor = await context.client()
  const write = await writerOf(purveyor, options, context.signal)
  const destination = await openDestination(context, options)
  const totals = await copyProducts({ context, purveyor, options, destination, write })
  report(context, options, totals)
  return exitCodes.done
}

/** Returns the function that writes a page of products in the format of the file. */
async function writerOf(
  purveyor: Purveyor,
  { format }: PullOptions,
  signal: AbortSignal
): Promise<(products: Product[]) => Written> {
  if (format === 'csv') {
    const { categories } = await purveyor.categories.list({}, { signal })
    const cells = new CategoryCells(categories)
    return (products) => csvRows(products, cells)
  }
  const { leadTime } = await purveyor.profile.get({ signal })
  return (products) => ndjsonLines(products, leadTime ?? 0)
}

type Copy = {
  context: Context
  purveyor: Purveyor
  options: PullOptions
  destination: Destination
  write: (products: Product[]) => Written
}

async function copyProducts({ context, purveyor, options, destination, write }: Copy): Promise<Totals> {
  const totals = { products: 0, leftOut: 0 }
  let progress: ReturnType<Context['out']['progress']> | undefined
  try {
    if (options.format === 'csv') await destination.write(csvStart(options))
    const { signal } = context
    const pages = purveyor.products.list({ ...options.filters, first: pageSize }, { signal }).byPage()
    for await (const { products, estimatedTotalCount } of pages) {
      progress ??= context.out.progress('Reading products', estimatedTotalCount ?? undefined)
      const { text, rows, leftOut } = write(products)
      await destination.write(text)
      totals.products += rows
      totals.leftOut += leftOut
      progress.update(totals.products + totals.leftOut)
    }
    await destination.finish()
  } catch (error) {
    await destination.discard()
    throw error
  } finally {
    progress?.stop()
  }
  return totals
}

/** A file gets a byte order mark for spreadsheets. Programs that read stdout don't expect one. */
function csvStart({ output }: PullOptions): string {
  return `${output === undefined ? '' : byteOrderMark}${csvHeader()}`
}

function report({ out }: Context, { output, format }: PullOptions, { products, leftOut }: Totals): void {
  if (output !== undefined) out.result({ file: output, format, products, leftOut })
  out.note(`${plural(products, 'product')} written${output === undefined ? '' : ` to ${output}`}.`)
  if (leftOut === 0) return
  out.note(
    out.yellow(
      `${plural(leftOut, 'product')} left out, because CSV has one row for a product with one variant.`
    )
  )
  out.note('Use --format ndjson to write all products.')
}
