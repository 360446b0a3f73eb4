import { usageError } from '../options.ts'

/** Secrets are short. More is another file by mistake. */
const maxLength = 4096

/** Reads a secret from stdin, without the line break at its end. Throws a `CommandError` if there is none. */
export async function readSecret(stdin: NodeJS.ReadableStream, option: string): Promise<string> {
  let text = ''
  stdin.setEncoding('utf8')
  for await (const chunk of stdin) {
    text += chunk
    if (text.length > maxLength) throw usageError(`\`${option}\` reads one line, but stdin contains more.`)
  }
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw usageError(`\`${option}\` reads from stdin, but stdin is empty.`)
  if (/[\r\n]/.test(secret)) throw usageError(`\`${option}\` reads one line, but stdin contains more.`)
  return secret
}
