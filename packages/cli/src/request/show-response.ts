import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/.test(type)
const isText = (type: string): boolean => /^text\/|json|xml/.test(type)

/** Writes the status and the headers of the response to stderr. */
export function showHead({ out }: Context, response: Response): void {
  out.note(out.bold(`HTTP ${response.status} ${response.statusText}`.trimEnd()))
  for (const [name, value] of response.headers) out.note(`${out.dim(`${name}:`)} ${value}`)
  out.note('')
}

/** Writes the body to a file, which appears only when it is complete. */
export async function saveBody(
  { cwd, out, signal }: Context,
  response: Response,
  file: string
): Promise<void> {
  const path = resolve(cwd, file)
  const partial = `${path}.part`
  const chunks = response.body ? Readable.from(response.body as AsyncIterable<Uint8Array>) : Readable.from([])
  try {
    await pipeline(chunks, createWriteStream(partial), { signal })
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  out.note(out.dim(`Saved as ${file}`))
}

/**
 * Writes the body to stdout: JSON with indentation on a terminal, anything else as it was received. Throws a
 * `CommandError` instead of writing bytes to a terminal.
 */
export async function showBody({ out, stdout }: Context, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (stdout.isTTY && isJson(type)) {
    const text = await response.text()
    return out.write(text === '' ? '' : `${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  }
  if (stdout.isTTY && response.body && !isText(type)) {
    await response.body.cancel()
    throw new CommandError(`The response is not text (${type || 'no content type'}).`, exitCodes.failed, {
      code: 'BINARY_RESPONSE',
      hint: 'Save it with `--output FILE`.'
    })
  }
  for await (const chunk of response.body ?? []) await out.write(chunk)
}
