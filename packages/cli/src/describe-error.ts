import type { ConnectionLost, Fault, ProblemError } from '@purveyor/client'
import { CommandError } from './errors.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { duration } from './output/progress.ts'

type Environment = Record<string, string | undefined>

/** An error as the user sees it. */
export type DescribedError = {
  message: string
  code: string
  exitCode: ExitCode
  hint?: string
  status?: number
  requestId?: string
  /** The page that explains the code. */
  docUrl?: string
  faults?: Fault[]
  /** The number of faults that the service found but didn't list. */
  moreFaults?: number
  /** Only of unexpected errors. */
  stack?: string
}

const hints: Partial<Record<string, string>> = {
  UNAUTHENTICATED: 'Sign in with `purveyor login`.',
  INSUFFICIENT_ROLE: 'Ask an owner of your team for a role that permits this. `purveyor whoami` shows yours.',
  NOT_PLATFORM_USER: 'Sign in as an operator: `purveyor login --profile operator`.',
  NO_MEMBERSHIP: 'This operation is for vendors. Sign in with an account of a vendor.',
  PEOPLE_ONLY: 'Sign in with an email address and a password: `purveyor login`.',
  PRECONDITION_FAILED: 'Read the resource again, and send its new ETag.',
  TOO_MANY_JOBS: '`purveyor jobs list` shows the jobs. Wait until one has finished.',
  INTERNAL_ERROR: 'This is an error in the service. Report it with the request id.'
}

/** Returns what to tell the user about an error, and the exit code of the command. */
export async function describeError(
  error: unknown,
  { signal, env }: { signal: AbortSignal; env: Environment }
): Promise<DescribedError> {
  if (error instanceof CommandError) {
    const { message, code, exitCode, hint } = error
    return { message, code, exitCode, ...(hint && { hint }) }
  }
  if (signal.aborted) return { message: 'Interrupted.', code: 'INTERRUPTED', exitCode: exitCodes.interrupted }
  const client = await import('@purveyor/client')
  if (error instanceof client.ProblemError) return describeProblem(error, env)
  if (error instanceof client.ConnectionLost) return describeLostConnection(error)
  if (error instanceof client.PurveyorError)
    return { message: error.message, code: 'CLIENT_ERROR', exitCode: exitCodes.failed }
  return describeUnexpected(error)
}

const networkErrors: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'no computer has this name',
  EAI_AGAIN: "the name can't be looked up",
  ECONNRESET: 'the connection was interrupted',
  ETIMEDOUT: "the computer doesn't respond",
  EHOSTUNREACH: 'there is no route to the computer',
  ENETUNREACH: 'there is no route to the computer',
  UND_ERR_CONNECT_TIMEOUT: "the computer doesn't respond"
}

/** Returns the codes of an error and of its causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { code, cause } = error as NodeJS.ErrnoException
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(cause)]
}

function describeLostConnection(error: ConnectionLost): DescribedError {
  const reason = codesOf(error).map((code) => networkErrors[code])[0]
  return {
    message: reason ? `The service can't be reached: ${reason}.` : error.message,
    code: error.name === 'TimedOut' ? 'TIMED_OUT' : 'CONNECTION_LOST',
    exitCode: exitCodes.unavailable,
    hint: 'Check the address and the network, and run the command again. `purveyor whoami` shows the address.'
  }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.access
  if (status === 429 || status === 503) return exitCodes.unavailable
  return exitCodes.failed
}

function describeProblem(error: ProblemError, env: Environment): DescribedError {
  const { status, code, requestId, docUrl, faults } = error
  const hint = hintOf(error, env)
  const moreFaults = (error.faultCount ?? faults.length) - faults.length
  return {
    message: messageOf(error),
    code,
    status,
    exitCode: exitCodeOf(status),
    ...(requestId && { requestId }),
    ...(docUrl && { docUrl }),
    ...(faults.length > 0 && { faults }),
    ...(moreFaults > 0 && { moreFaults }),
    ...(hint && { hint })
  }
}

function hintOf({ status, code, retryAfter }: ProblemError, env: Environment): string | undefined {
  if (status === 401 && env.PURVEYOR_TOKEN) return 'Check the API token in PURVEYOR_TOKEN.'
  return hints[code] ?? (retryAfter ? `Run the command again in ${duration(retryAfter)}.` : undefined)
}

/** The detail of a validation error repeats the first fault, which the table shows anyway. */
function messageOf({ code, title, detail, faults }: ProblemError): string {
  return code === 'VALIDATION_FAILED' && faults.length > 0 ? `${title}.` : detail || title
}

/** Errors of the file system have a code such as ENOENT and a readable message. Others are bugs. */
function describeUnexpected(error: unknown): DescribedError {
  const { message, code, stack } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return { message, code, exitCode: exitCodes.failed }
  const hint = 'This is a bug in the command line. Report it with the text below.'
  return { message, code: 'INTERNAL_ERROR', exitCode: exitCodes.failed, hint, ...(stack && { stack }) }
}
