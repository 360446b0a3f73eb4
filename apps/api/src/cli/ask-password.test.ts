import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { askNewPassword, PasswordInputError, readPassword } from './ask-password.ts'

/** A simulated terminal that types one of the lines after each prompt, or Ctrl-C when none is left. */
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

suite('a password prompt', () => {
  test('asks twice and never shows the password', async () => {
    const screen = terminal(['correct horse battery\r', 'correct horse battery\r'])
    assert.equal(await askNewPassword(screen), 'correct horse battery')
    assert.equal(screen.shown(), 'Password: \nRepeat the password: \n')
  })

  test('refuses two passwords that do not match', async () => {
    const screen = terminal(['correct horse battery\r', 'correct horse batery\r'])
    await assert.rejects(
      askNewPassword(screen),
      new PasswordInputError('The two passwords do not match. Run the command again.')
    )
  })

  test('can be cancelled with Ctrl-C or Ctrl-D', async () => {
    for (const key of ['\x03', '\x04']) {
      await assert.rejects(
        askNewPassword(terminal([key])),
        new PasswordInputError('No password was entered.')
      )
    }
  })
})

suite('a password from standard input', () => {
  test('is the whole input without one final line break', async () => {
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
