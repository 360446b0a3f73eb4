import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'
import { storeKinds } from '../../test/asset-stores.ts'
import { login, person, signedIn } from '../../test/people.ts'
import { compileCache } from '../../test/running-service.ts'
import { createEncryption } from '../lib/encryption.ts'
import { newId } from '../lib/ids.ts'
import { decryptSecrets, encryptSecrets } from '../modules/webhooks/encrypted-values.ts'
import { readOperatorCommand } from './operator-command.ts'
import { UsageError } from './run-command.ts'

let t: TestApp
let url: string
before(async () => {
  t = await testApp()
  url = t.sql.options.url
})
after(() => t.close())

type Ended = { code: number | null; out: string; err: string }

/** Runs the command with `input` on its standard input. */
async function operator(
  args: string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {}
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'operator.ts'), ...args], {
    env: { PATH: process.env.PATH, ...compileCache(), DATABASE_URL: url, JWT_SECRET: 'x'.repeat(32), ...env }
  })
  // A command that needs no input may have ended before it is written.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err } as Ended
}

const password = 'correct horse battery'

suite('npm run operator', () => {
  test('create creates an owner of the platform, who can sign in', async () => {
    const email = `${newId()}@example.com`
    const made = await operator(['create', '--email', ` ${email} `, '--name', 'Olive', '--password-stdin'], {
      input: `${password}\n`
    })
    assert.deepEqual(made, { code: 0, out: `${email} can now sign in as an operator.\n`, err: '' })
    const { access_token } = await signedIn(t, { email, password })
    const me = (await t.call('GET /auth/me', { as: access_token })).body
    assert.deepEqual([me.user.name, me.realm, me.role], ['Olive', 'platform', 'OWNER'])
    const events = await t.sql`select type, actor_type from events where subject_id = ${me.user.id}`
    assert.deepEqual([...events], [{ type: 'member.created', actorType: 'SYSTEM' }])
  })

  test('the password is read from standard input if it is not a terminal, and the name has a default', async () => {
    const email = `${newId()}@example.com`
    assert.equal((await operator(['create', '--email', email], { input: password })).code, 0)
    const { access_token } = await signedIn(t, { email, password })
    assert.equal((await t.call('GET /auth/me', { as: access_token })).body.user.name, 'Operator')
  })

  test('an email address that is taken is refused, and its account stays unchanged', async () => {
    const ana = await person(t)
    const { code, out, err } = await operator(['create', '--email', ana.email.toUpperCase()], {
      input: password
    })
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.equal(err, 'An account with this email address already exists. It was not changed.\n')
    assert.equal((await login(t, ana)).status, 200)
  })

  test('a password that is too short or too long is refused and not shown', async () => {
    for (const [input, message] of [
      ['x'.repeat(11), 'The password must have at least 12 characters.\n'],
      ['x'.repeat(129), 'The password must have at most 128 characters.\n'],
      ['', 'The password must have at least 12 characters.\n']
    ] as const) {
      const ended = await operator(['create', '--email', `${newId()}@example.com`], { input })
      assert.deepEqual(ended, { code: 1, out: '', err: message })
    }
  })

  test('invalid arguments are refused with a message of one line', () => {
    const cases: [string[], RegExp][] = [
      [[], /^Expected one command: .*\.$/],
      [['remove', '--email', 'ana@example.com'], /^Expected one command/],
      [['create', 'now', '--email', 'ana@example.com'], /^Expected one command/],
      [['create'], /^The option --email <address> is required/],
      [['create', '--email', 'ana'], /^--email must be an email address .*, not "ana"\.$/],
      [['create', '--email', `${'a'.repeat(243)}@example.com`], /^--email must be an email address/],
      [['create', '--email', 'ana@example.com', '--name', ' '], /^--name must have 1 to 255 characters\.$/],
      [['create', '--email', 'ana@example.com', '--password', password], /^Unknown option '--password'/],
      [['create', '--email'], /--email/],
      [['adopt-assets', 'now'], /^Expected one command/],
      [['adopt-assets', '--name', 'assets'], /^"adopt-assets" takes no options\.$/],
      [['copy-assets', 'now'], /^Expected one command/],
      [['rotate-secret', '--password-stdin'], /^"rotate-secret" takes no options/],
      [['reencrypt', 'all'], /^Expected one command/]
    ]
    for (const [args, message] of cases)
      assert.throws(
        () => readOperatorCommand(args),
        (error) => {
          assert.ok(error instanceof UsageError, args.join(' '))
          assert.match(error.message, message)
          assert.ok(!/\n/.test(error.message))
          assert.ok(!error.message.includes(password), 'a password among the arguments is not repeated')
          return true
        }
      )
  })

  test('invalid arguments cause exit code 2', async () => {
    const args = ['create', '--email', 'ana@example.com', '--password', password]
    const { code, out, err } = await operator(args, { input: password })
    assert.deepEqual({ code, out }, { code: 2, out: '' })
    assert.match(err, /^Unknown option '--password'.*See --help\.\n$/)
    assert.ok(!err.includes(password))
  })

  test('rotate-secret requires DATABASE_URL and JWT_SECRET', async () => {
    const { code, out, err } = await operator(['rotate-secret'], {
      env: { DATABASE_URL: '', JWT_SECRET: '' }
    })
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.match(err, /^Set DATABASE_URL .* and JWT_SECRET to the new secret\.\n$/)
  })

  test('reencrypt encrypts the secrets of webhooks with the first value', async () => {
    const [old, next] = ['o'.repeat(32), 'n'.repeat(32)]
    const run = (SECRETS_KEY: string) => operator(['reencrypt'], { env: { SECRETS_KEY } })
    const id = newId()
    const secrets = encryptSecrets(createEncryption([old]), id, [{ secret: 'whsec_1', expiresAt: null }])
    await t.sql`insert into webhooks (id, url, secrets) values (${id}, 'https://erp.example', ${secrets})`
    const done = (count: number) => ({
      code: 0,
      out: `Webhooks whose secrets are now encrypted with the first value: ${count}.\n`,
      err: ''
    })
    assert.deepEqual(await run(`${old} ${next}`), done(0))
    assert.deepEqual(await run(`${next} ${old}`), done(1))
    assert.deepEqual(await run(next), done(0))
    const lost = await run(old)
    assert.deepEqual([lost.code, lost.out], [1, ''])
    assert.match(lost.err, /can't be decrypted with any value: 1\. Run the command/)
    const [row] = await t.sql<{ secrets: Buffer }[]>`select secrets from webhooks where id = ${id}`
    assert.ok(row)
    assert.deepEqual(decryptSecrets(createEncryption([next]), id, row.secrets), [
      { secret: 'whsec_1', expiresAt: null }
    ])
  })

  test('copy-assets copies files to a bucket, and explains wrong settings', async () => {
    const [disk, s3] = await Promise.all(storeKinds.map(({ start }) => start()))
    assert.ok(disk && s3)
    try {
      const [folder, bucket] = [disk.newLocation(), s3.newLocation()]
      const path = await folder.store.put('images', 'png', Buffer.from('a picture'))
      const env = { ...folder.settings, ...bucket.settings }
      const copied = await operator(['copy-assets'], { env })
      assert.deepEqual([copied.code, copied.err], [0, ''])
      assert.match(
        copied.out,
        /^Files copied from the asset folder \/\S+ to the asset store s3:\S+: 1\. Files .* there: 0\.\n$/
      )
      assert.equal((await bucket.store.stat(path))?.bytes, 9)
      const missing = await operator(['copy-assets'], { env: { ...env, ASSET_STORE: 's3://missing' } })
      assert.match(missing.err, /^The bucket of the asset store s3:\/\/missing does not exist at [^\n]+\n$/)
      const unset = await operator(['copy-assets'])
      assert.deepEqual([unset.code, unset.err], [1, 'Set ASSET_STORE to the bucket to copy the assets to.\n'])
    } finally {
      await Promise.all([disk.stop(), s3.stop()])
    }
  })

  test('--help prints the usage', async () => {
    const { code, out, err } = await operator(['--help'])
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    assert.match(out, /^Usage: npm run operator -- create --email/)
  })

  test('an unreachable database and invalid settings are reported in one line', async () => {
    const command = ['create', '--email', 'ana@example.com']
    const unreachable = await operator(command, {
      input: password,
      env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    })
    assert.deepEqual([unreachable.code, unreachable.out], [1, ''])
    assert.match(unreachable.err, /^The database cannot be reached: .*\.\n$/)
    const wrong = await operator(command, { input: password, env: { DATABASE_URL: 'mysql://localhost' } })
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /^DATABASE_URL must be [^\n]*\n$/)
  })
})
