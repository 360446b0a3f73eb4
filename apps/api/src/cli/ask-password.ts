import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The password can't be read. The message is a sentence for the operator. */
export class PasswordInputError extends Error {}

/** Returns the text on standard input as the password, without a final line break. */
export async function readPassword(input: NodeJS.ReadableStream): Promise<string> {
  const read = await text(input)
  // Invalid UTF-8 is decoded as U+FFFD, which would silently change the password.
  if (read.includes('\uFFFD'))
    throw new PasswordInputError('The password on standard input must be UTF-8 text.')
  return read.replace(/\r?\n$/, '')
}

/** Asks for a new password twice at the terminal, without showing the input. Returns the password. */
export async function askNewPassword(terminal: {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}): Promise<string> {
  const password = await askHidden('Password: ', terminal)
  if (password !== (await askHidden('Repeat the password: ', terminal))) {
    throw new PasswordInputError('The two passwords do not match. Run the command again.')
  }
  return password
}

async function askHidden(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }
): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  // With `terminal: true` the input is read in raw mode, so that the terminal doesn't echo it.
  const lines = createInterface({ input, output: discard, terminal: true })
  const ended = new Promise<never>((_, reject) => {
    const cancel = () => reject(new PasswordInputError('No password was entered.'))
    lines.on('SIGINT', cancel)
    lines.on('close', cancel)
  })
  output.write(question)
  try {
    return await Promise.race([lines.question(''), ended])
  } finally {
    lines.close()
    output.write('\n')
  }
}
