import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { person, type TestPerson } from '../../../apps/api/test/people.ts'
import { type CliService, cliService } from './service.ts'
import { program, skipWithoutTerminal, start, startOnTerminal } from './terminal.ts'

let s: CliService
let owner: TestPerson
let env: Record<string, string>
before(async () => {
  s = await cliService()
  owner = await person(s.t, { vendorId: s.vendor.id, role: 'OWNER' })
  env = { HOME: s.cli.home }
  const args = ['login', '--token-stdin', '--profile', 'events']
  assert.equal((await s.run(args, { stdin: s.token, env: { PURVEYOR_TOKEN: '' } })).code, 0)
})
after(() => s.close())

const follow = ['events', 'follow', '--profile', 'events', '--since', '1h']
const createMethod = () => s.run(['post', '/vendor/me/shipping-methods', '--data', '{ "name": "Pick up" }'])

describe('on a terminal', { skip: skipWithoutTerminal() }, () => {
  test('login asks for the address, the email address and the password, and does not show it', async () => {
    const login = startOnTerminal(['login'], env)
    await login.shows(/Address of the service/)
    login.type(`${s.url}\r`)
    await login.shows(/Email address/)
    login.type(`${owner.email}\r`)
    await login.shows(/Password/)
    login.type(`${owner.password}\r`)
    await login.shows(/Signed in to http/)
    assert.equal(await login.ended, 0)
    assert.doesNotMatch(login.text(), new RegExp(owner.password))
    assert.equal((await s.run(['whoami'], { env: { PURVEYOR_TOKEN: '' } })).code, 0)
  })

  test('Ctrl-C in a prompt ends the command, and nothing is stored', async () => {
    const login = startOnTerminal(['login', '--profile', 'other', '--url', s.url], env)
    await login.shows(/Email address/)
    login.type('\u0003')
    assert.equal(await login.ended, 130)
    assert.match(login.text(), /Nothing was changed\./)
    assert.equal((await s.run(['whoami', '--profile', 'other'], { env: { PURVEYOR_TOKEN: '' } })).code, 4)
  })

  test('Ctrl-C ends a command that follows events, and says how to continue', async () => {
    await createMethod()
    const events = startOnTerminal(follow, env)
    await events.shows(/shipping_method\.created/)
    events.type('\u0003')
    assert.equal(await events.ended, 130)
    assert.match(events.text(), /To continue: purveyor events follow --after \S+ --profile events/)
  })

  test('tables are as wide as the terminal at most', async () => {
    const list = startOnTerminal(['get', '/vendor/nothing', '--profile', 'events'], env)
    assert.equal(await list.ended, 1)
    const help = startOnTerminal(['help', 'jobs', 'failures'], env)
    assert.equal(await help.ended, 0)
    for (const line of help.text().split(/\r?\n/)) assert.ok(line.length <= 80, line)
  })
})

const [node = '', ...options] = program

test('two signals within a second count as one, because npm and the terminal each send one', async () => {
  await createMethod()
  const events = start(node, [...options, ...follow], env)
  await events.shows(/shipping_method\.created/)
  events.child.kill('SIGINT')
  events.child.kill('SIGTERM')
  assert.equal(await events.ended, 130)
  assert.match(events.text(), /To continue: /)
})

test('a reader that closes the pipe, such as head, ends the command without an error', async () => {
  await createMethod()
  const command = [...program, ...follow].map((word) => `'${word}'`).join(' ')
  const piped = start('bash', ['-c', `set -o pipefail; ${command} | head -1; exit $?`], env)
  await piped.shows(/shipping_method\.created/)
  await Promise.all([createMethod(), createMethod()])
  assert.equal(await piped.ended, 0)
  assert.doesNotMatch(piped.text(), /Error|EPIPE/)
})
