import { readingOptions } from '../catalog-file/open-catalog.ts'
import type { Command } from '../command.ts'

export const pricesSet: Command = {
  name: 'prices set',
  summary: 'Set the costs and list prices of SKUs from a file',
  usage: 'FILE [--dry-run]',
  description:
    'Changes only prices, at once and without approval. FILE is a CSV file with a header, or NDJSON with one object on ' +
    'each line; `-` is stdin.\n\n' +
    'Columns: code (also "SKU"), and vendor_price (also "Cost" or "Net price"), list_price (also "List price" or ' +
    '"MSRP"), or both. Other columns are ignored. With a column product_id, the SKU is that of a variant of this ' +
    'product. Empty cells leave the price unchanged. Prices are in the currency of the marketplace; a price in another ' +
    'one, such as `€12`, is refused.\n\n' +
    'Rows that fail, such as those with unknown SKUs, are shown with their row and column, and are written to ' +
    'FILE.failed.csv. The other rows are applied. Fix the failed rows in that file, and run the command with it. If some ' +
    'rows fail, the exit code is 3. After an interruption, run the same command again: it continues.',
  options: {
    'dry-run': { type: 'boolean', help: 'Show what would happen. Nothing is changed.' },
    ...Object.fromEntries(Object.entries(readingOptions).filter(([name]) => name !== 'without-categories'))
  },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: 'purveyor prices set prices.csv --dry-run', text: 'Show what a file would change:' },
    { command: 'purveyor prices set prices.csv', text: 'Set the prices:' },
    {
      command: 'purveyor prices set prices.csv --column "Article no=code" --column EK=vendor_price',
      text: 'Name the columns:'
    }
  ],
  run: async (context, input) => (await import('../update/set-prices.ts')).setPrices(context, input)
}
