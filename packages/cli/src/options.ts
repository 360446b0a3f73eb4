import { parseArgs } from 'node:util'
import type { Command, Input, Option } from './command.ts'
import { CommandError } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { nearest } from './suggest.ts'

/** The options of every command. */
export const globalOptions: Record<string, Option> = {
  json: { type: 'boolean', help: 'Write results and errors as JSON.' },
  profile: {
    type: 'string',
    value: 'NAME',
    help: 'Use the sign-in with this name, instead of PURVEYOR_PROFILE.'
  },
  url: {
    type: 'string',
    value: 'URL',
    help: 'The address of the service, instead of PURVEYOR_URL.'
  },
  'no-color': { type: 'boolean', help: 'Write no colours, as with NO_COLOR=1.' },
  help: { type: 'boolean', short: 'h', help: 'Show the help of the command.' },
  version: { type: 'boolean', help: 'Show the version.' }
}

/** Returns the error for arguments and options that are wrong. */
export const usageError = (message: string, hint?: string): CommandError =>
  new CommandError(message, exitCodes.usage, { code: 'USAGE', ...(hint && { hint }) })

/**
 * Splits the arguments of the process into the global options in front of the command, and everything from
 * the first word of the command on.
 */
export function splitLeadingOptions(args: string[]): { leading: string[]; rest: string[] } {
  let index = 0
  while (args[index]?.startsWith('-') && args[index] !== '-' && args[index] !== '--') {
    const name = args[index]?.replace(/^--?/, '') ?? ''
    const takesValue = globalOptions[name]?.type === 'string'
    index += takesValue && args[index + 1] !== undefined ? 2 : 1
  }
  return { leading: args.slice(0, index), rest: args.slice(index) }
}

type Token = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>

function tokensOf(args: string[], options: Record<string, Option>) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }])
  )
  return parseArgs({ args, options: config, strict: false, allowPositionals: true, tokens: true }).tokens
}

function checkOption(token: Token, option: Option | undefined, options: Record<string, Option>): void {
  if (!option) {
    const similar = nearest(token.name, Object.keys(options))
    throw usageError(
      `Unknown option \`${token.rawName}\`.${similar ? ` Did you mean \`--${similar}\`?` : ''}`
    )
  }
  if (option.type === 'boolean' && token.value !== undefined)
    throw usageError(`The option \`${token.rawName}\` takes no value. Leave out \`=${token.value}\`.`)
  if (option.type === 'boolean') return
  const value = option.value ?? 'VALUE'
  if (token.value === undefined)
    throw usageError(`The option \`${token.rawName}\` needs a value: \`${token.rawName} ${value}\`.`)
  if (!token.inlineValue && /^--?[a-z]/i.test(token.value))
    throw usageError(
      `The option \`${token.rawName}\` needs a value: \`${token.rawName} ${value}\`.`,
      `If the value is really \`${token.value}\`, write \`${token.rawName}=${token.value}\`.`
    )
}

/**
 * Reads options and positional arguments. Throws a `CommandError` for unknown and repeated options, and for
 * missing values.
 */
export function parseOptions(args: string[], own: Record<string, Option>): Input {
  const options = { ...globalOptions, ...own }
  const values: Input['values'] = {}
  const positionals: string[] = []
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    checkOption(token, option, options)
    const value = token.value ?? true
    const before = values[token.name]
    if (option?.multiple) values[token.name] = [...(Array.isArray(before) ? before : []), value]
    else if (before !== undefined && option?.type === 'string')
      throw usageError(`The option \`${token.rawName}\` is given twice.`)
    else values[token.name] = value
  }
  return { positionals, values }
}

/** Throws a `CommandError` if there are fewer or more positional arguments than the command takes. */
export function checkArguments(command: Command, positionals: string[]): void {
  const { min, max } = command.arguments
  const hint = `Usage: purveyor ${command.name} ${command.usage}`.trimEnd()
  if (positionals.length < min) {
    const missing = command.usage.match(/^[A-Z_]+/)?.[0]
    throw usageError(missing ? `${missing} is missing.` : 'An argument is missing.', hint)
  }
  if (positionals.length > max) throw usageError(`Unexpected argument \`${positionals[max]}\`.`, hint)
}

/** Returns the value of an option, or undefined if it isn't given. */
export function textOption(value: Input['values'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns the values of an option that can be repeated. */
export function textOptions(value: Input['values'][string]): string[] {
  return [value ?? []].flat().filter((text) => typeof text === 'string')
}

/** Returns the value of an option as a whole number from 1 on, or undefined if the option isn't given. */
export function readCount(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (typeof value === 'string' && /^\d+$/.test(value) && number >= 1 && number <= 1e9) return number
  throw usageError(`\`--${name}\` must be a whole number from 1 on, such as 20, not \`${value}\`.`)
}
