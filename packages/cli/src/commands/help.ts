import type { Command } from '../command.ts'
import { loadCommand, select } from '../find-command.ts'
import { showCommand, showExitCodes, showGroup, showOverview } from '../help/show.ts'
import { usageError } from '../options.ts'

export const help: Command = {
  name: 'help',
  summary: 'Show the help of a command',
  usage: '[COMMAND]',
  description:
    'Shows all commands, the commands of a group such as `jobs`, or one command with its options and ' +
    'examples. `purveyor help exit-codes` lists the exit codes of all commands.',
  options: {},
  arguments: { min: 0, max: 2 },
  examples: [
    { command: 'purveyor help jobs', text: 'Show the commands for import jobs:' },
    { command: 'purveyor help exit-codes', text: 'Show the exit codes, to use them in a script:' }
  ],
  async run({ out }, { positionals }) {
    if (positionals.length === 0) return showOverview(out)
    if (positionals[0] === 'exit-codes') return showExitCodes(out)
    const selection = select(positionals)
    if (selection.rest.length > 0) throw usageError(`Unexpected argument \`${selection.rest[0]}\`.`)
    if ('group' in selection) return showGroup(selection.group, out)
    return showCommand(await loadCommand(selection.command), out)
  }
}
