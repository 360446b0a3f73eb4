import { fieldsOf } from '@purveyor/client/catalog-file/field-sets'
import { withCatalogFile } from '../catalog-file/open-catalog.ts'
import type { Command } from '../command.ts'
import { pushOptions, readPushOptions } from '../push/options.ts'
import { push as pushFile } from '../push/push.ts'
import { saveMemory } from '../save-memory.ts'
import { isWorkbook, pushWorkbook } from '../workbooks/push-workbook.ts'

export const push: Command = {
  name: 'push',
  summary: 'Send a catalog file to the service',
  usage: 'FILE [OPTIONS]',
  description:
    'Creates a product for each row of a CSV file or each line of an NDJSON file, and updates existing products if ' +
    'you ask for it. FILE is - for stdin. The first row of a CSV file has the names of the columns. Their fields are ' +
    'guessed and shown; `--column` and `--map` change them. Empty cells are not sent, so an update leaves their ' +
    `fields unchanged. The fields are ${fieldList()}.\n\n` +
    'The column of an attribute has its name with its unit, such as "Voltage (V)", or its code: attributes.voltage. Options ' +
    'are their labels or codes, several are separated by ";". Other attributes than those that the marketplace defines can ' +
    'be sent as attributes.CODE too. An update replaces all attributes of a product or variant of which the row has one.\n\n' +
    'Rows that follow each other with the same variant_group are one product with several variants. A file without names ' +
    'of products can only update products: it is sent as a bulk update, also without `--on-existing`. Prices can have the ' +
    'currency of the marketplace, and weights a unit.\n\n' +
    'A workbook (.xlsx or .ods), such as one of `purveyor template`, is sent as it is, and the service reads its columns. ' +
    'Of the options, it accepts `--dry-run`, `--on-existing` and `--yes`. Its failed rows are written to a workbook in which the faulty cells ' +
    'have notes. Correct and push that workbook, and the upload continues the import job.\n\n' +
    'A map file looks like this: { "columns": { "Item name": "product", "Cost": "vendor_price", "Notes": null }, ' +
    '"categories": { "Tools > Wrenches": "hand-tools" }, "constants": { "brand": "Keystone" } }. `--save-map` writes ' +
    'one. Columns that a map does not name are guessed.\n\n' +
    'Rows with errors are not sent. The others are sent as one upload. All failed rows are written to a file next to ' +
    'FILE, such as catalog.failed.csv, in which you can correct them and push them. If a push is interrupted, run the ' +
    'same command again: it continues, and the service accepts the rows only once. The exit code is 3 if rows failed.',
  options: pushOptions,
  arguments: { min: 1, max: 1 },
  examples: [
    {
      command: 'purveyor push catalog.csv --dry-run',
      text: 'See what would happen, without changing anything:'
    },
    {
      command: 'purveyor push catalog.csv --column "Price=vendor_price" --on-existing update',
      text: 'Create new products and update existing ones. The column Price is your cost:'
    },
    {
      command: 'purveyor push catalog.csv --save-map map.json --dry-run',
      text: 'Save the fields of the columns, to change them and to use them with --map:'
    },
    {
      command: 'purveyor push products.xlsx --on-existing update',
      text: 'Send a workbook:'
    },
    {
      command: 'purveyor push prices.csv --map map.json --on-existing update --yes --json',
      text: 'Push without questions, and write the result as JSON:'
    }
  ],
  async run(context, input) {
    saveMemory()
    const options = readPushOptions(input, context.cwd)
    const [file = ''] = input.positionals
    if (isWorkbook(file)) return pushWorkbook(context, file, { options, values: input.values })
    return withCatalogFile(context, file, input.values, (opened) =>
      pushFile(context, opened, { options, values: input.values })
    )
  }
}

function fieldList(): string {
  return fieldsOf('create')
    .map(({ name, isRequired }) => (isRequired ? `${name} (required)` : name))
    .join(', ')
}
