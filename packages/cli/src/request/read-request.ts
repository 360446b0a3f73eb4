import type { Context, Input } from '../command.ts'
import { textOption, textOptions, usageError } from '../options.ts'
import { type Body, readData, readForm } from './body.ts'

/** A request as the options describe it. */
export type Request = {
  path: string
  query: Record<string, string[]>
  headers: Record<string, string>
  body: Body['body'] | undefined
  ifMatch: string | undefined
  idempotencyKey: string | undefined
}

/**
 * Splits the PATH argument into the path and its query. A complete address is accepted if it is of the service
 * at `url`, because the token is sent only there.
 */
export function splitPath(argument: string, url: string): { path: string; search: URLSearchParams } {
  const isAddress = /^https?:\/\//i.test(argument)
  const full = isAddress ? argument : `${url}/${argument.replace(/^\/+/, '')}`
  if (!URL.canParse(full)) throw usageError(`\`${argument}\` is not a path, such as /vendor/products.`)
  if (isAddress && !`${argument}/`.startsWith(`${url}/`)) {
    throw usageError(
      `\`${argument}\` is not an address of ${url}.`,
      'Requests are sent only to the service that you are signed in to. Choose another one with `--profile`.'
    )
  }
  const { pathname, searchParams } = new URL(full)
  return { path: pathname.slice(new URL(url).pathname.replace(/\/$/, '').length), search: searchParams }
}

function readQuery(search: URLSearchParams, pairs: string[]): Record<string, string[]> {
  const query: Record<string, string[]> = {}
  const add = (name: string, value: string) => {
    query[name] = [...(query[name] ?? []), value]
  }
  for (const [name, value] of search) add(name, value)
  for (const pair of pairs) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined) throw usageError(`\`--query ${pair}\` must be NAME=VALUE.`)
    add(name, value)
  }
  return query
}

function readHeaders(lines: string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined)
        throw usageError(`\`--header '${line}'\` must be 'NAME: VALUE', such as 'Accept: text/csv'.`)
      return [name.toLowerCase(), value]
    })
  )
}

/** Reads the arguments and options of `purveyor get`, `post` and so on. */
export async function readRequest(context: Context, input: Input, url: string): Promise<Request> {
  const { positionals, values } = input
  const { path, search } = splitPath(positionals[0] ?? '', url)
  const headers = readHeaders(textOptions(values.header))
  const form = textOptions(values.form)
  const data = textOption(values.data)
  if (data !== undefined && form.length > 0) throw usageError('`--data` and `--form` exclude each other.')
  const body =
    data === undefined
      ? form.length > 0
        ? await readForm(context, form)
        : undefined
      : await readData(context, data, headers['content-type'])
  return {
    path,
    query: readQuery(search, textOptions(values.query)),
    headers: { ...(body?.contentType && { 'content-type': body.contentType }), ...headers },
    body: body?.body,
    ifMatch: textOption(values['if-match']),
    idempotencyKey: textOption(values['idempotency-key'])
  }
}
