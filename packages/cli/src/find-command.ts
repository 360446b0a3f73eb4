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
  const path = Object.hasOwn(resources, first) ? resources[first] : undefined
  if (group.length === 0 && path) throw resource(first, path)
  if (group.length === 0) throw unknown(first, new Set(names.flatMap((name) => [name, firstWord(name)])))
  if (second === undefined || second.startsWith('-')) return { group: first, rest: args.slice(1) }
  const similar = nearest(
    second,
    group.map((name) => name.slice(first.length + 1))
  )
  throw unknown(both, similar ? [`${first} ${similar}`] : [], `purveyor help ${first}`)
}

const firstWord = (name: string): string => name.split(' ')[0] ?? ''

/** Resources of the API that have no commands of their own, by the words that people try. */
const resources: Record<string, string> = Object.fromEntries(
  Object.entries({
    product: '/vendor/products',
    order: '/vendor/orders',
    category: '/vendor/categories',
    'purchase-order': '/vendor/purchase-orders',
    'import-job': '/vendor/import-jobs',
    shipment: '/vendor/shipments',
    'shipping-method': '/vendor/me/shipping-methods',
    carrier: '/vendor/carriers',
    collection: '/vendor/collections',
    tag: '/vendor/tags',
    facet: '/vendor/facets',
    member: '/vendor/me/members',
    team: '/vendor/me/members',
    'api-token': '/vendor/me/api-tokens',
    token: '/vendor/me/api-tokens',
    profile: '/vendor/me/profile',
    vendor: '/platform/vendors',
    setting: '/platform/settings',
    rule: '/platform/approval-rules',
    'approval-rule': '/platform/approval-rules',
    moderation: '/platform/moderation'
  }).flatMap(([word, path]) => [
    [word, path],
    [`${word}s`, path]
  ])
)

function resource(word: string, path: string) {
  const words = names.map(firstWord)
  const similar = words.find((name) => name === word.replace(/y$/, 'ies')) ?? nearest(word, words)
  const command = similar ? ` Did you mean \`purveyor ${similar}\`?` : ''
  return usageError(
    `\`${word}\` is not a command.${command}`,
    `\`purveyor get ${path}\` reads this resource of the API. \`purveyor help\` lists the commands.`
  )
}

function unknown(name: string, candidates: Iterable<string>, help = 'purveyor help') {
  const list = [...candidates]
  const similar = list.length === 1 ? list[0] : nearest(name, list)
  const suggestion = similar ? ` Did you mean \`purveyor ${similar}\`?` : ''
  return usageError(`\`${name}\` is not a command.${suggestion}`, `\`${help}\` lists the commands.`)
}
