import { Problem } from '../errors.ts'

/** The arguments of a command are invalid. `message` says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

type ErrorClass = abstract new (...args: never[]) => Error

/** Exit codes: 0 for success, 1 for an error, 2 for invalid arguments, 130 if the command was interrupted. */
const exitCodes = { error: 1, usage: 2, interrupted: 130 }

/**
 * Runs a command of the command line: loads `.env`, passes the arguments to `work`, and prints the text that
 * it returns. Prints an error of `expected` as one sentence, and any other error with its stack. The signal
 * is aborted if the user interrupts the command.
 */
export async function runCommand(
  expected: readonly ErrorClass[],
  work: (args: string[], signal: AbortSignal) => Promise<string>
): Promise<void> {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort())
  try {
    loadEnvironment()
    process.stdout.write(await work(process.argv.slice(2), interruption.signal))
  } catch (error) {
    const { message, exitCode } = interruption.signal.aborted
      ? { message: 'Interrupted.', exitCode: exitCodes.interrupted }
      : explain(error, expected)
    process.stderr.write(`${message}\n`)
    process.exitCode = exitCode
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
  if (error instanceof UsageError) return { message: `${message} See --help.`, exitCode: exitCodes.usage }
  const exitCode = exitCodes.error
  if (expected.some((kind) => error instanceof kind)) return { message, exitCode }
  if (error instanceof Problem && cause instanceof Error)
    return { message: `The asset store cannot be read or written: ${cause.message}.`, exitCode }
  if (code === '42P01')
    return { message: 'The database has no tables yet. Start the service first.', exitCode }
  if (typeof code === 'string' && /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|CONNECT|28|3D|57P)/.test(code))
    return { message: `The database cannot be reached: ${message || code}.`, exitCode }
  return { message: stack ?? String(error), exitCode }
}
