import { describeError } from './describe-error.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { OutputStream } from './output/create-output.ts'
import type { Output } from './output/output.ts'
import { tableLines } from './output/table.ts'
import { wrapProse } from './output/wrap.ts'

type Options = {
  out: Output
  json: boolean
  stderr: OutputStream
  signal: AbortSignal
  env: Record<string, string | undefined>
}

/** Writes an error to stderr, as text or with `--json` as JSON. Returns the exit code. */
export async function reportError(
  error: unknown,
  { out, json, stderr, signal, env }: Options
): Promise<ExitCode> {
  const described = await describeError(error, { signal, env })
  const { exitCode, faults, message, hint, requestId, docUrl, stack } = described
  if (json) {
    const { code, status } = described
    stderr.write(`${JSON.stringify({ error: { code, message, status, requestId, docUrl, faults, hint } })}\n`)
    return exitCode
  }
  const prose = (text: string) => {
    for (const line of stderr.isTTY ? wrapProse(text, out.width) : [text]) out.note(line)
  }
  // An interruption is what the user wants, not an error.
  prose(exitCode === exitCodes.interrupted ? message : `${out.red('Error:')} ${message}`)
  if (faults && faults.length > 0) {
    out.note('')
    const rows = faults.map((fault) => [fault.pointer ?? fault.parameter ?? '', fault.message])
    const columns = [{ title: 'Field' }, { title: 'Problem', wraps: true }]
    const lines = tableLines(columns, rows, stderr.isTTY ? out.width - 2 : undefined)
    for (const line of lines) out.note(`  ${line}`)
    if (described.moreFaults) out.note(`  … and ${described.moreFaults} more`)
    out.note('')
  }
  if (hint) prose(hint)
  // The table explains invalid values better than the page.
  if (docUrl && !faults) out.note(out.dim(`More about this error: ${docUrl}`))
  if (requestId) out.note(out.dim(`Request id: ${requestId}`))
  if (stack) out.note(out.dim(stack))
  return exitCode
}
