import { priceFields } from '@purveyor/client/catalog-file/field-sets'
import { connectVendor } from '../catalog-file/market.ts'
import { mapColumns, withCatalogFile } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { showMapping } from '../push/show-mapping.ts'
import { updateFromFile } from './update-from-file.ts'

const prices = ['vendor_price', 'list_price']

/** Runs `purveyor prices set FILE`. */
export async function setPrices(context: Context, { positionals, values }: Input): Promise<ExitCode> {
  const [name = ''] = positionals
  return withCatalogFile(context, name, values, async (file) => {
    const { market, ...connected } = await connectVendor(context)
    const { mapping } = await mapColumns(context, file, values, { market, known: priceFields })
    if (!mapping.columns.some(({ field }) => prices.includes(field ?? ''))) {
      const columns = file.columns.map((column) => `"${column}"`).join(', ')
      throw new CommandError(
        `No column of ${file.name} has prices. Its columns are ${columns}.`,
        exitCodes.usage,
        { code: 'COLUMNS', hint: 'Name the column with your costs: --column "NAME=vendor_price".' }
      )
    }
    const catalog = { file, mapping, market, mode: 'update', known: priceFields } as const
    showMapping(context.out, catalog)
    const options = ['map', 'column', 'delimiter']
    const command = { words: ['prices', 'set'], options }
    const dryRun = values['dry-run'] === true
    return updateFromFile(context, { ...connected, catalog, command, values, dryRun, yes: true })
  })
}
