import { readFile } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'

/** The body of a request, and its content type unless the form determines it. */
export type Body = { body: FormData | Uint8Array; contentType?: string }

const contentTypes: Record<string, string> = {
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf'
}

const typeOf = (file: string): string | undefined => contentTypes[extname(file).toLowerCase()]

async function readBytes({ cwd }: Context, file: string): Promise<Uint8Array> {
  return readFile(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `can't be read: ${error.message}`
    throw new CommandError(`The file ${file} ${reason}.`, exitCodes.usage, { code: 'FILE_NOT_READABLE' })
  })
}

/** Throws a `CommandError` if the bytes aren't JSON, so that a typing error isn't sent. */
function checkJson(bytes: Uint8Array, source: string): void {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw usageError(`${source} is not valid JSON: ${(error as Error).message}`)
  }
}

/** Reads the value of `--data`: JSON, `@file`, or `-` for stdin. */
export async function readData(context: Context, data: string, contentType?: string): Promise<Body> {
  const isFile = data.startsWith('@') && data.length > 1
  const file = data.slice(1)
  const source = data === '-' ? 'stdin' : isFile ? file : 'The value of `--data`'
  const stdin = () => buffer(context.stdin)
  const bytes =
    data === '-' ? await stdin() : isFile ? await readBytes(context, file) : new TextEncoder().encode(data)
  const type = contentType ?? (isFile ? typeOf(file) : undefined) ?? 'application/json'
  if (/^application\/([\w.-]+\+)?json\b/.test(type)) checkJson(bytes, source)
  return { body: bytes, contentType: type }
}

/** Builds a form of the values of `--form`, each `name=value` or `name=@file`. */
export async function readForm(context: Context, fields: string[]): Promise<Body> {
  const form = new FormData()
  for (const field of fields) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(field) ?? []
    if (name === undefined || value === undefined)
      throw usageError(`\`--form ${field}\` must be NAME=VALUE or NAME=@FILE.`)
    if (value.startsWith('@')) {
      const bytes = await readBytes(context, value.slice(1))
      const type = typeOf(value) ?? 'application/octet-stream'
      form.append(name, new Blob([new Uint8Array(bytes)], { type }), basename(value.slice(1)))
    } else form.append(name, value)
  }
  return { body: form }
}
