import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The password could not be had; the message is for people. */
export class PasswordInputError extends Error {}

/** A password from standard input up to its end, without the line break that most programs add. */
export async function readPassword(input: NodeJS.ReadableStream): Promise<string> {
  const read = await text(input)
  // What is no UTF-8 reads as U+FFFD: a password must not be changed silently.
  if (read.includes('\uFFFD'))
    throw new PasswordInputError('The password on standard input is not UTF-8 text.')
  return read.replace(/\r?\n$/, '')
}

/** Asks for a new password twice at the terminal, showing nothing of what is typed. */
export async function askNewPassword(terminal: {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}): Promise<string> {
  const password = await askHidden('Password: ', terminal)
  if (password !== (await askHidden('The same again: ', terminal))) {
    throw new PasswordInputError('The two passwords differ.')
  }
  return password
}

async function askHidden(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // As a terminal it reads raw, so that the terminal itself echoes nothing either.
  const lines = createInterface({ input, output: nowhere, terminal: true })
  const ended = new Promise<never>((_, reject) => {
    const cancel = () => reject(new PasswordInputError('No password was given.'))
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
