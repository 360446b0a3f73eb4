import type { Context } from '../command.ts'
import { usageError } from '../options.ts'
import type { PullOptions } from '../pull/options.ts'
import { saveBody, showBody } from '../request/show-response.ts'
import { requireNewFile } from '../statements/new-file.ts'

/** Writes the vendor's products as a workbook: the template of the service, filled with the current values. */
export async function pullWorkbook(
  context: Context,
  { output, force, filters }: Pick<PullOptions, 'output' | 'force' | 'filters'>
): Promise<void> {
  refuseFilters(filters)
  const { out, signal, stdout } = context
  if (output === undefined && stdout.isTTY) {
    throw usageError('A workbook is not text.', 'Name a file for it: `purveyor pull --output products.xlsx`.')
  }
  if (output !== undefined) await requireNewFile(context, output, force)
  const client = await context.client()
  const query = { withProducts: true }
  const response = await client.request('GET', '/vendor/templates', { query, as: 'response', signal })
  if (output === undefined) return showBody(context, response)
  await saveBody(context, response, output)
  out.result({ file: output, format: 'xlsx' })
}

/** Throws a `CommandError` if only some of the products are asked for, which a template can't do. */
function refuseFilters(filters: PullOptions['filters']): void {
  if (Object.keys(filters).length === 0) return
  throw usageError(
    'A workbook has all products, so the filters do not apply to it.',
    '`purveyor template --with-products --category CATEGORY` writes those of a category.'
  )
}
