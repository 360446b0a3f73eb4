import type { Command, Option } from '../command.ts'
import { fileOptions } from '../row-files/row-file.ts'

const dryRun: Option = {
  type: 'boolean',
  help: 'Show what would happen. Nothing is changed.'
}
const formats =
  'FILE is a CSV file with a header, or NDJSON with one object on each line; `-` is stdin. Columns are recognised ' +
  'by their names in upper or lower case, with or without spaces. Other columns are ignored.'
const results =
  'Rows that fail are shown with their row and column, and are written to FILE.failed.csv. The other rows are ' +
  'applied. Fix the failed rows in that file, and run the command with it. If some rows fail, the exit code is 3.'

export const stockSet: Command = {
  name: 'stock set',
  summary: 'Set the stock on hand of SKUs from a file',
  usage: 'FILE [--dry-run]',
  description:
    `Sets the stock on hand to a number that you have counted. ${formats}\n\n` +
    'Columns: code (also "SKU") and amount (also "Qty", "Quantity", "On hand" or "Stock"). Count all pieces that ' +
    'you have, including those of orders that are not shipped yet.\n\n' +
    'With a column expected, a row is applied only if the stock on hand still is this number. With a column ' +
    'counted_at, the time of the count, a row is refused if the variant was shipped after the count, because ' +
    'the shipment was already subtracted.\n\n' +
    `${results} After an interruption, run the same command again: it continues.`,
  options: { 'dry-run': dryRun, ...fileOptions },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: 'purveyor stock set stock.csv --dry-run', text: 'Show what a file would change:' },
    { command: 'purveyor stock set stock.csv', text: 'Set the stock:' },
    {
      command: 'purveyor stock set count.csv --column "Article no=code" --column Pieces=amount',
      text: 'Name the columns:'
    }
  ],
  run: async (context, input) => (await import('../stock/run-stock.ts')).runStock('set', context, input)
}

export const stockChange: Command = {
  name: 'stock change',
  summary: 'Add to or subtract from the stock of SKUs from a file',
  usage: 'FILE [--dry-run] [--again]',
  description:
    'Adds the change of each row to the stock on hand, for example because goods have arrived (12) or pieces are ' +
    `damaged (-2). ${formats}\n\n` +
    'Columns: code (also "SKU") and change (also "Delta", "Adjustment" or "+/-").\n\n' +
    'No row is ever applied twice. After Ctrl-C, a crash or a lost connection, run the same command again within ' +
    '23 hours: it finds out from the service what was applied, and continues. The command recognises the file ' +
    'by its content, and for 24 hours refuses to apply a file that it has already applied, unless you add --again.' +
    `\n\n${results}`,
  options: {
    'dry-run': dryRun,
    again: { type: 'boolean', help: 'Apply a file that was already applied a second time.' },
    ...fileOptions
  },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: 'purveyor stock change received.csv', text: 'Add the goods that have arrived:' },
    {
      command: 'purveyor stock change received.csv --column Received=change --dry-run',
      text: 'Name the column, and change nothing:'
    }
  ],
  run: async (context, input) => (await import('../stock/run-stock.ts')).runStock('change', context, input)
}
