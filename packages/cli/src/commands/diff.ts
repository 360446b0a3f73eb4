import { readingOptions } from '../catalog-file/open-catalog.ts'
import type { Command } from '../command.ts'
import { diff } from '../diff/diff.ts'
import { saveMemory } from '../save-memory.ts'

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Show what push would change',
  usage: 'FILE [--map map.json] [--limit N | --all]',
  description: [
    'Compares a CSV or NDJSON file with your products and shows what `purveyor push FILE ' +
      '--on-existing update` would change. The file is sent as a dry run, which the service compares ' +
      'with the stored products without changing any. The file is read as push reads it, with the same ' +
      'options. As for a push, your account or your API token needs the role EDITOR or higher. The dry ' +
      'run is one of your import jobs, which `purveyor jobs list` shows.',
    '`+` marks a product that push would create, `~` a product that push would change, with the old ' +
      "and the new value of each field, and `!` a row that push wouldn't send or that the service " +
      "would refuse. Only the fields that the file has are compared; empty cells aren't. Products that " +
      "aren't in the file are only counted, because push leaves them as they are; from 1,000 products " +
      'on, the number is an estimate. If edits of a product wait for approval, the file is compared ' +
      'with the edited values.',
    'Images are not compared, because the service stores copies of them. Documents in an NDJSON file ' +
      'replace those of the product, so they are always a change. Of long values, the part around the ' +
      'first difference is shown.',
    'The exit code is 0 if there is no difference, 6 if there are differences, and 3 if rows have ' +
      'errors.'
  ].join('\n\n'),
  options: {
    ...readingOptions,
    limit: { type: 'string', value: 'N', help: 'Show at most this many rows. The default is 50.' },
    all: { type: 'boolean', help: 'Show all rows.' }
  },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: 'purveyor diff catalog.csv', text: 'Show what a push of the file would change:' },
    {
      command: 'purveyor diff catalog.csv --json',
      text: 'Write all changes as NDJSON, one record a row, and a summary as the last record:'
    }
  ],
  run(context, input) {
    saveMemory()
    return diff(context, input)
  }
}
