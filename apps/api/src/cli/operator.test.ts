import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'
import { login, person, signedIn } from '../../test/people.ts'
import { newId } from '../lib/ids.ts'

let t: TestApp
let url: string
before(async () => {
  t = await testApp()
  const { host, port, database, user, pass } = t.sql.options
  url = `postgres://${user}:${encodeURIComponent(String(pass ?? ''))}@${host[0]}:${port[0]}/${database}`
})
after(() => t.close())

type Ended = { code: number | null; out: string; err: string }

/** Runs the command with `input` on its standard input. */
async function operator(
  args: string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {}
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'operator.ts'), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, JWT_SECRET: 'x'.repeat(32), ...env }
  })
  // A command that needs no input may have ended before it is written.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err } as Ended
}

const password = 'correct horse battery'

suite('npm run operator', () => {
  test('create makes an owner of the platform, who can sign in', async () => {
    const email = `${newId()}@example.com`
    const made = await operator(['create', '--email', ` ${email} `, '--name', 'Olive', '--password-stdin'], {
      input: `${password}\n`
    })
    assert.deepEqual(made, { code: 0, out: `${email} can sign in as an operator now.\n`, err: '' })
    const { access_token } = await signedIn(t, { email, password })
    const me = (await t.call('GET /auth/me', { as: access_token })).body
    assert.deepEqual([me.user.name, me.realm, me.role], ['Olive', 'platform', 'OWNER'])
    const events = await t.sql`select type, actor_type from events where subject_id = ${me.user.id}`
    assert.deepEqual([...events], [{ type: 'member.created', actorType: 'SYSTEM' }])
  })

  test('reads the password from standard input that is no terminal, and has a name without being told', async () => {
    const email = `${newId()}@example.com`
    assert.equal((await operator(['create', '--email', email], { input: password })).code, 0)
    const { access_token } = await signedIn(t, { email, password })
    assert.equal((await t.call('GET /auth/me', { as: access_token })).body.user.name, 'Operator')
  })

  test('an address that is taken is said so, and its account left as it is', async () => {
    const ana = await person(t)
    const { code, out, err } = await operator(['create', '--email', ana.email.toUpperCase()], {
      input: password
    })
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.equal(err, 'An account with this email address exists already; it was left as it is.\n')
    assert.equal((await login(t, ana)).status, 200)
  })

  test('a password out of bounds is refused and not shown', async () => {
    for (const [input, message] of [
      ['x'.repeat(11), 'The password must have at least 12 characters.\n'],
      ['x'.repeat(129), 'The password must have at most 128 characters.\n'],
      ['', 'The password must have at least 12 characters.\n']
    ] as const) {
      const ended = await operator(['create', '--email', `${newId()}@example.com`], { input })
      assert.deepEqual(ended, { code: 1, out: '', err: message })
    }
  })

  test('wrong arguments are exit code 2 and a sentence', async () => {
    const cases: [string[], RegExp][] = [
      [[], /^Say what to do: .*--help\.\n$/],
      [['remove', '--email', 'ana@example.com'], /^Say what to do/],
      [['create', 'now', '--email', 'ana@example.com'], /^Say what to do/],
      [['create'], /^Say the address to sign in with/],
      [['create', '--email', 'ana'], /^"ana" is not an email address\.\n$/],
      [['create', '--email', `${'a'.repeat(243)}@example.com`], /is not an email address\.\n$/],
      [
        ['create', '--email', 'ana@example.com', '--name', ' '],
        /^The name must have 1 to 255 characters\.\n$/
      ],
      [['create', '--email', 'ana@example.com', '--password', password], /^Unknown option '--password'/],
      [['create', '--email'], /--email/],
      [['adopt-assets', 'now'], /^Say what to do/],
      [['adopt-assets', '--name', 'assets'], /^"adopt-assets" takes no options\. See --help\.\n$/],
      [['rotate-secret', '--password-stdin'], /^"rotate-secret" takes no options/]
    ]
    for (const [args, message] of cases) {
      const { code, out, err } = await operator(args, { input: password })
      assert.deepEqual({ code, out }, { code: 2, out: '' }, args.join(' '))
      assert.match(err, message)
      assert.ok(!err.includes(password), 'a password that was given as argument is not repeated')
    }
  })

  test('the secret of the embedded database is not rotated: it is a file beside it', async () => {
    const { code, out, err } = await operator(['rotate-secret'], {
      env: { DATABASE_URL: '', JWT_SECRET: '' }
    })
    assert.deepEqual({ code, out }, { code: 1, out: '' })
    assert.match(err, /^Set DATABASE_URL .* and JWT_SECRET to the new secret\.\n$/)
  })

  test('--help explains it and changes nothing', async () => {
    const { code, out, err } = await operator(['--help'])
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    assert.match(out, /^Usage: npm run operator -- create --email/)
  })

  test('a database that cannot be reached and wrong settings are one sentence', async () => {
    const order = ['create', '--email', 'ana@example.com']
    const nowhere = await operator(order, {
      input: password,
      env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    })
    assert.deepEqual([nowhere.code, nowhere.out], [1, ''])
    assert.match(nowhere.err, /^The database cannot be reached: .*\.\n$/)
    const wrong = await operator(order, { input: password, env: { DATABASE_URL: 'mysql://localhost' } })
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /^DATABASE_URL must be [^\n]*\n$/)
  })
})
