import type { Command } from './command.ts'
import { registry } from './commands/index.ts'
import { usageError } from './options.ts'
import { nearest } from './suggest.ts'

const names = Object.keys(registry)

/** Returns the names of the commands whose first word this is, such as `jobs list` and `jobs show`. */
export function commandsOf(word: string): string[] {
  return names.filter((name) => name.startsWith(`${word} `))
}

/** Loads a command by its name. */
export async function loadCommand(name: string): Promise<Command> {
  const load = registry[name]
  if (!load) throw new Error(`There is no command ${name}.`)
  return load()
}

/** What the first words of the arguments select: a command, or a group such as `jobs`. */
export type Selection = { command: string; rest: string[] } | { group: string; rest: string[] }

/** Selects the command that the arguments begin with. Throws a `CommandError` if there is none. */
export function select(args: string[]): Selection {
  const [first = '', second] = args
  const both = `${first} ${second}`
  if (second !== undefined && Object.hasOwn(registry, both)) return { command: both, rest: args.slice(2) }
  if (Object.hasOwn(registry, first)) return { command: first, rest: args.slice(1) }
  const group = commandsOf(first)
  if (group.length === 0) throw unknown(first, new Set(names.flatMap((name) => [name, firstWord(name)])))
  if (second === undefined || second.startsWith('-')) return { group: first, rest: args.slice(1) }
  const similar = nearest(
    second,
    group.map((name) => name.slice(first.length + 1))
  )
  throw unknown(both, similar ? [`${first} ${similar}`] : [], `purveyor help ${first}`)
}

const firstWord = (name: string): string => name.split(' ')[0] ?? ''

function unknown(name: string, candidates: Iterable<string>, help = 'purveyor help') {
  const list = [...candidates]
  const similar = list.length === 1 ? list[0] : nearest(name, list)
  const suggestion = similar ? ` Did you mean \`purveyor ${similar}\`?` : ''
  return usageError(`\`${name}\` is not a command.${suggestion}`, `\`${help}\` lists the commands.`)
}
