import type { Purveyor } from '@purveyor/client'
import type { Connection } from './config/connection.ts'
import type { ProfileStore } from './config/profiles.ts'
import type { ExitCode } from './exit-codes.ts'
import type { OutputStream } from './output/create-output.ts'
import type { Output } from './output/output.ts'

/** An option of a command, as `node:util` `parseArgs` reads it, with its help text. */
export type Option = {
  type: 'string' | 'boolean'
  short?: string
  multiple?: boolean
  /** The name of the value in the help text, such as `FILE`. */
  value?: string
  help: string
}

/** A command such as `jobs list`: what `--help` shows, and the function that runs it. */
export type Command = {
  /** The words that select the command, such as `jobs list`. */
  name: string
  /** One line for the overview, without a full stop. */
  summary: string
  /** The arguments and options in short, such as `FILE [--dry-run]`. */
  usage: string
  /** Paragraphs for `--help`. */
  description: string
  options: Record<string, Option>
  /** The least and the largest number of positional arguments. */
  arguments: { min: number; max: number }
  examples: { command: string; text: string }[]
  run(context: Context, input: Input): Promise<ExitCode>
}

/** The arguments and options that the user has given. */
export type Input = {
  positionals: string[]
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
}

/** What a command uses of its surroundings. Tests pass their own. */
export type Context = {
  cwd: string
  env: Record<string, string | undefined>
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  /** For prompts and for bytes. Everything else is written with `out`. */
  stdout: OutputStream
  stderr: OutputStream
  out: Output
  /** Aborts at the first Ctrl-C or SIGTERM. */
  signal: AbortSignal
  /** True with `--json`. */
  json: boolean
  /** The profile of `--profile` or `PURVEYOR_PROFILE`; `default` if neither is set. */
  profile: string
  /** The address of `--url` or PURVEYOR_URL. */
  url: string | undefined
  /** The profiles in the user's configuration folder. */
  store: ProfileStore
  /** The folder in which commands store what they need to continue after an interruption. */
  stateFolder: string
  /** Returns the service that the client calls, and as whom. Throws `CommandError` if no one is signed in. */
  connection(): Promise<Connection>
  /** Returns the client of the profile. Throws `CommandError` if no one is signed in. */
  client(): Promise<Purveyor>
}
