import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { DatabaseStartError } from '../db/driver/embedded.ts'
import { MigrationError } from '../db/migrate/migrate.ts'
import { ServerVersionError } from '../db/migrate/server-version.ts'
import { isOutage } from '../db/races.ts'
import { Problem } from '../errors.ts'

/** The arguments of a command are invalid. `message` says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What a command prints when it has ended. `exitCode` is 0 unless it is given. */
type Result = string | { text: string; exitCode: number }

type ErrorClass = abstract new (...args: never[]) => Error

/** Exit codes: 0 for success, 1 for an error, 2 for invalid arguments, 130 if the command was interrupted. */
const exitCodes = { error: 1, usage: 2, interrupted: 130 }

/** Errors of all commands whose message is a sentence for the operator. */
const sharedErrors = [ConfigError, DatabaseStartError, MigrationError, ServerVersionError]

/**
 * Runs a command of the command line: loads `.env`, passes the arguments to `work`, and prints its result.
 * Prints the message of an error of `expected` or of the errors that all commands share, and of any other
 * error the stack.
 */
export async function runCommand(
  expected: readonly ErrorClass[],
  work: (args: string[]) => Promise<Result>
): Promise<void> {
  try {
    loadEnvironment()
    const result = await work(process.argv.slice(2))
    const { text, exitCode } = typeof result === 'string' ? { text: result, exitCode: 0 } : result
    process.stdout.write(text)
    process.exitCode = exitCode
  } catch (error) {
    const { message, exitCode } = explain(error, [...sharedErrors, ...expected])
    process.stderr.write(`${message}\n`)
    process.exitCode = exitCode
  }
}

/** Thrown when the user has interrupted a command. */
class Interrupted extends Error {}

/** Runs `work` with a signal that is aborted if the user interrupts the command. Without this, the process ends immediately. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort())
  try {
    return await work(interruption.signal)
  } catch (error) {
    throw interruption.signal.aborted ? new Interrupted() : error
  }
}

/** Parses arguments like `parseArgs`. Throws a UsageError if they are invalid. */
export function parseArguments<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0])
  }
}

function loadEnvironment(): void {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function explain(error: unknown, expected: readonly ErrorClass[]): { message: string; exitCode: number } {
  const { code, message, stack, cause } = error as Error & { code?: unknown }
  if (error instanceof Interrupted) return { message: 'Interrupted.', exitCode: exitCodes.interrupted }
  if (error instanceof UsageError) return { message: `${message} See --help.`, exitCode: exitCodes.usage }
  const exitCode = exitCodes.error
  if (expected.some((kind) => error instanceof kind)) return { message, exitCode }
  if (error instanceof Problem && cause instanceof Error)
    return { message: `The asset store cannot be read or written: ${cause.message}.`, exitCode }
  if (code === '42P01')
    return { message: 'The database has no tables yet. Start the service first.', exitCode }
  // Also a wrong password (class 28), and a database that doesn't exist (class 3D).
  if (isOutage(error) || (typeof code === 'string' && /^(28|3D)/.test(code)))
    return { message: `The database cannot be reached: ${message || code}.`, exitCode }
  return { message: stack ?? String(error), exitCode }
}
