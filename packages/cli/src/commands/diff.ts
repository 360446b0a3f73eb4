import { readingOptions } from '../catalog-file/open-catalog.ts'
import type { Command } from '../command.ts'
import { diff } from '../diff/diff.ts'

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Show what push would change',
  usage: 'FILE [--map map.json] [--limit N | --all]',
  description: [
    'Compares a CSV or NDJSON file with your products and shows what `purveyor push FILE ' +
      '--on-existing update` would change. Nothing is sent. The file is read as push reads it, with ' +
      'the same options.',
    '`+` marks a product that push would create, `~` a product that push would change, with the old ' +
      "and the new value of each field, and `!` a row that push wouldn't send or that the service " +
      "would refuse. Only the fields that the file has are compared; empty cells aren't. Products that " +
      "aren't in the file are only counted, because push leaves them as they are. If edits of a " +
      'product wait for approval, the file is compared with the edited values.',
    'Not compared are images and documents, of which the service stores copies. A description with ' +
      'HTML is the same if its text, elements and links are the same, because the service stores HTML ' +
      'in its own form. Values that the service would refuse, such as a name that is too long, are ' +
      'found by `purveyor push --dry-run`.',
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
  run: diff
}
