import { shown } from '@purveyor/client/catalog-file/catalog-rows'
import type { Doubt } from '@purveyor/client/catalog-file/mapping'
import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import type { Context } from '../command.ts'
import { ask } from '../confirm.ts'

const meanings: Record<string, string> = {
  product: 'the name of the product',
  code: 'the SKU',
  vendor_price: 'your cost'
}

/** Asks if a column has a required field that no other column has. */
export function askDoubt(
  context: Context,
  { column, field, mayBeRetail }: Doubt,
  file: CatalogFile
): Promise<boolean> {
  const sample = shown(file.samples[file.columns.indexOf(column)])
  const example = sample === '' ? '' : ` (first value: ${sample})`
  const question = mayBeRetail
    ? `No column is named as your cost. Is "${column}"${example} your cost? The service computes retail prices from it.`
    : `No column is named as ${meanings[field] ?? field}. Is it "${column}"${example}?`
  return ask(context, question, !mayBeRetail)
}
