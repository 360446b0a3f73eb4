import type { ExitCode } from './exit-codes.ts'

type CommandErrorOptions = {
  /** A sentence that says what to do. */
  hint?: string
  /** A stable code for `--json`, such as `FILE_NOT_FOUND`. */
  code?: string
  cause?: unknown
}

/** Ends a command with a message for the user and an exit code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  readonly hint: string | undefined
  readonly code: string

  constructor(message: string, exitCode: ExitCode, options: CommandErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.exitCode = exitCode
    this.hint = options.hint
    this.code = options.code ?? 'FAILED'
  }
}
