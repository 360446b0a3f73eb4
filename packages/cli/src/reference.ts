import type { Command } from './command.ts'
import { registry } from './commands/index.ts'

/** Returns all commands in the order of the overview, with the texts of their help. */
export function commands(): Promise<Command[]> {
  return Promise.all(Object.values(registry).map((load) => load()))
}

/** Returns the texts of a command's help as data. */
export function describeCommand(command: Command): Omit<Command, 'run'> {
  const { run: _, ...texts } = command
  return texts
}
