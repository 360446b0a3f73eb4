import type { Command } from '../command.ts'

export const template: Command = {
  name: 'template',
  summary: 'Download a spreadsheet to fill in',
  usage: '[--category CATEGORY]... [--with-products] [--output FILE] [--force]',
  description:
    'Writes a workbook (.xlsx) with a column for each field and for each attribute of the categories. Required columns are ' +
    'marked, cells with options offer them, and the other sheets explain the columns. CATEGORY is the id, the slug, the ' +
    'name or the path of a category, such as "Tools > Drills". Without `--category`, the workbook has no columns for ' +
    'attributes.\n\n' +
    'With `--with-products`, the workbook contains your products in these categories, to edit them. Send it back with ' +
    '`purveyor push FILE --on-existing update`.',
  options: {
    category: {
      ...{ type: 'string', value: 'CATEGORY', multiple: true },
      help: 'A category whose attributes the workbook has. Can be repeated.'
    },
    'with-products': { type: 'boolean', help: 'Fill in your products with their current values.' },
    output: { type: 'string', value: 'FILE', help: 'Write to this file. The default is products.xlsx.' },
    force: { type: 'boolean', help: 'Replace the file if it exists.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor template --category drills', text: 'Write products.xlsx for new drills:' },
    {
      command: 'purveyor template --with-products --output all.xlsx',
      text: 'Write all products, to edit them:'
    }
  ],
  run: async (context, input) =>
    (await import('../workbooks/download-template.ts')).downloadTemplate(context, input)
}
