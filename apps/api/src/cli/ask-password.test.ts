import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { askNewPassword, PasswordInputError, readPassword } from './ask-password.ts'

/** A terminal at which the lines are typed one after another, each once its question is asked. */
function terminal(lines: string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  const left = [...lines]
  output.on('data', (chunk) => {
    shown += chunk
    if (String(chunk).endsWith(': ')) setImmediate(() => input.write(left.shift() ?? '\x03'))
  })
  return { input, output, shown: () => shown }
}

suite('a password asked for', () => {
  test('is typed twice and never shown', async () => {
    const screen = terminal(['correct horse battery\r', 'correct horse battery\r'])
    assert.equal(await askNewPassword(screen), 'correct horse battery')
    assert.equal(screen.shown(), 'Password: \nThe same again: \n')
  })

  test('is refused where the two differ', async () => {
    const screen = terminal(['correct horse battery\r', 'correct horse batery\r'])
    await assert.rejects(askNewPassword(screen), new PasswordInputError('The two passwords differ.'))
  })

  test('may be left open with Ctrl-C or Ctrl-D', async () => {
    for (const key of ['\x03', '\x04']) {
      await assert.rejects(askNewPassword(terminal([key])), new PasswordInputError('No password was given.'))
    }
  })
})

suite('a password from standard input', () => {
  test('is all of it but one line break at its end', async () => {
    const cases = [
      ['correct horse', 'correct horse'],
      ['correct horse\n', 'correct horse'],
      ['correct horse\r\n', 'correct horse'],
      [' correct horse \n\n', ' correct horse \n'],
      ['', '']
    ]
    for (const [given = '', password] of cases)
      assert.equal(await readPassword(Readable.from([Buffer.from(given)])), password)
  })

  test('must be UTF-8', async () => {
    await assert.rejects(readPassword(Readable.from([Buffer.from([0x70, 0xe9, 0x74])])), PasswordInputError)
    assert.equal(await readPassword(Readable.from([Buffer.from([0xc3]), Buffer.from([0xa9])])), 'é')
  })
})
