import { listOf, recordOf } from '../../lib/shape.ts'

/** What the service answered, read to its end. */
export type Answer = {
  status: number
  text: string
  /** The JSON body; `{}` where there is none. */
  body: Record<string, unknown>
  retryAfter: string | null
  /** The answer to an earlier request under the same `Idempotency-Key`, not to one that this call sent. */
  isOld: boolean
}

/** The faults of a refusal, a line each; the problem itself where it names none. */
export function refusalReasons({ status, body, text }: Answer): string[] {
  const faults = listOf(body.errors).map(recordOf)
  if (faults.length === 0) {
    const { code, detail, title, requestId } = body
    const said = [code, detail ?? title].filter((part) => typeof part === 'string').join(': ')
    const trace = status >= 500 && typeof requestId === 'string' ? ` (request ${requestId})` : ''
    return [`${status} ${said || shorten(text, 100) || 'without a body'}${trace}`]
  }
  const lines = faults.map(({ pointer, parameter, code, message }) => {
    const place = pointer === '' ? 'the body' : (pointer ?? parameter)
    return `${status} ${place} ${code}: ${message}`
  })
  const hidden = Number(body.errorCount ?? 0) - faults.length
  return hidden > 0 ? [...lines, `and ${hidden} more`] : lines
}

/** Whether a refusal names this fault at this place of the body. */
export function hasFault({ body }: Answer, pointer: string, code: string): boolean {
  return listOf(body.errors)
    .map(recordOf)
    .some((fault) => fault.pointer === pointer && fault.code === code)
}

/** The text on one line, cut where it is longer. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length).toWellFormed()}…` : line
}
