import type { Command } from '../command.ts'
import { pull } from '../pull/pull.ts'

export const pullCommand: Command = {
  name: 'pull',
  summary: 'Write the catalog to a file that push understands',
  usage: '[--format csv|ndjson|xlsx] [--output FILE] [--status STATUS] [OPTIONS]',
  description: [
    'Writes your products as CSV, NDJSON or a workbook (.xlsx), to stdout or to a file. Pushing the file with `purveyor ' +
      'push --on-existing update` changes nothing, so you can edit it and push it back.',
    'CSV has one row for each product with one variant, with the fields that `purveyor push` reads ' +
      'from a CSV file, and with categories as paths. Products with no variant or several variants are ' +
      'left out and counted. An empty cell leaves a field as it is. The column `amount` is the stock at the time of the pull: ' +
      'delete the column unless you want to push the stock too.',
    "NDJSON has one line for each product, with all its fields and variants. The stock isn't in it.",
    'A workbook has a row for each variant, also of products with several variants, and columns for their attributes. ' +
      'Stock is not filled in, and products with no variant have no row. It is the file that `purveyor template --with-products` ' +
      'writes, so it always has all products, at most 100,000 variants.',
    'No format contains images, documents and reviews. If edits of a product wait for approval, ' +
      'the file contains the edited values. A cell that begins with =, +, - or @ gets an apostrophe in ' +
      "front, so that spreadsheets don't calculate it; push removes the apostrophe."
  ].join('\n\n'),
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      help: 'csv, ndjson or xlsx. The default is that of the ending of FILE, or csv.'
    },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'Write to this file instead of stdout.' },
    force: { type: 'boolean', help: 'Replace the file if it exists.' },
    status: {
      type: 'string',
      value: 'STATUS',
      help: 'Only products with this status: PENDING_APPROVAL, PUBLISHED, HIDDEN or DRAFT.'
    },
    'updated-after': {
      type: 'string',
      value: 'TIME',
      help: 'Only products that changed after this time: a date, a time such as 2026-03-01T09:30:00Z, or 24h.'
    },
    'attribute-issues': {
      type: 'boolean',
      help: 'Only products that lack required attributes, or have attributes that are not valid.'
    }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor pull --output catalog.csv', text: 'Write the catalog to a file for a spreadsheet:' },
    {
      command: 'purveyor pull --output catalog.xlsx',
      text: 'Write a workbook, with all variants and attributes:'
    },
    {
      command: 'purveyor pull --format ndjson --updated-after 24h | gzip > changed.ndjson.gz',
      text: 'Write the products that changed in the last 24 hours:'
    }
  ],
  run: pull
}
