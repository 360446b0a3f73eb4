import type { Command, Option } from '../command.ts'

const statementHelp = 'STATEMENT is the number of a statement, such as 7, or an id.'
const output: Option = { type: 'string', value: 'FILE', help: 'Write to this file.' }
const force: Option = { type: 'boolean', help: 'Replace the file if it exists.' }

export const statementsList: Command = {
  name: 'statements list',
  summary: 'List what the marketplace owes you, by period',
  usage: '[--status STATUS] [--limit N]',
  description:
    'Lists your closed statements, newest first. With --json, the result has the complete statements.',
  options: {
    status: { type: 'string', value: 'STATUS', help: 'closed or paid.' },
    limit: { type: 'string', value: 'N', help: 'The maximum number of statements. The default is 20.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [{ command: 'purveyor statements list --status closed', text: "List what wasn't paid yet:" }],
  run: async (context, input) =>
    (await import('../statements/list-statements.ts')).listStatements(context, input)
}

export const statementsShow: Command = {
  name: 'statements show',
  summary: 'Show a statement, or the open period',
  usage: 'STATEMENT|open',
  description: `Shows the balances of a statement. ${statementHelp} With \`open\`, shows the period that hasn't ended yet.`,
  options: {},
  arguments: { min: 1, max: 1 },
  examples: [
    { command: 'purveyor statements show 7', text: 'Show a statement:' },
    { command: 'purveyor statements show open', text: 'Show the open period:' }
  ],
  run: async (context, input) =>
    (await import('../statements/show-statement.ts')).showStatement(context, input)
}

export const statementsLines: Command = {
  name: 'statements lines',
  summary: 'Show the lines of a statement, or write CSV',
  usage: 'STATEMENT|open [--csv | --output FILE [--force]]',
  description:
    `Shows each shipped item, shipping charge and adjustment. ${statementHelp} With --json, each line is an object of ` +
    'NDJSON. CSV has the same columns as the API.',
  options: {
    csv: { type: 'boolean', help: 'Write CSV to stdout.' },
    output: { ...output, help: 'Write CSV to this file.' },
    force
  },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: 'purveyor statements lines open', text: 'Show the lines of the open period:' },
    { command: 'purveyor statements lines 7 --output statement-7.csv', text: 'Write the lines to a file:' }
  ],
  run: async (context, input) => (await import('../statements/show-lines.ts')).showLines(context, input)
}

export const statementsDownload: Command = {
  name: 'statements download',
  summary: 'Download a statement as a PDF',
  usage: 'STATEMENT [--output FILE] [--force]',
  description: `Writes the document of a statement to a file. ${statementHelp} The file is statement-NUMBER.pdf, unless you write --output.`,
  options: { output, force },
  arguments: { min: 1, max: 1 },
  examples: [{ command: 'purveyor statements download 7', text: 'Write statement-7.pdf:' }],
  run: async (context, input) =>
    (await import('../statements/download-statement.ts')).downloadStatement(context, input)
}
