import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerOf } from '../../../test/answers.ts'
import { FatalError } from './errors.ts'
import type { Answer, Request } from './service.ts'
import { createOnce, type Session, signIn } from './session.ts'

const account = { email: 'owner@example.test', password: 'secret', passwordVariable: 'VENDOR_PASSWORD' }

/** A service with one account, whose tokens are numbered and valid for 900 seconds. */
function service({
  realm = 'vendor',
  answers = {}
}: {
  realm?: string
  answers?: Record<string, Answer[]>
} = {}) {
  let issued = 0
  const calls: string[] = []
  const state = { time: 0 }
  const tokens = () => {
    issued++
    return answerOf(200, {
      access_token: `access-${issued}`,
      refresh_token: `refresh-${issued}`,
      expires_in: 900
    })
  }
  async function send({ path, body, token }: Request): Promise<Answer> {
    const access = await token?.()
    calls.push(`${path} ${access ?? JSON.stringify(body)}`)
    const scripted = answers[path]?.shift()
    if (scripted) return scripted
    if (path === '/auth/login' || path === '/auth/refresh') return tokens()
    if (path === '/auth/me') return answerOf(200, { realm, vendor: { id: 'v1' } })
    return answerOf(200, {})
  }
  return { send, calls, state, options: { realm: 'vendor' as const, now: () => state.time } }
}

const read = { method: 'GET', path: '/vendor/products' } as const

describe('a session', () => {
  test('signs in, has the vendor of its account and sends its token', async () => {
    const { send, calls, options } = service()
    const session = await signIn(send, account, options)
    await session.call(read)
    assert.equal(session.vendorId, 'v1')
    assert.deepEqual(calls, [
      '/auth/login {"email":"owner@example.test","password":"secret"}',
      '/auth/me access-1',
      '/vendor/products access-1'
    ])
  })

  test('renews its token a minute before it expires, once for all calls', async () => {
    const { send, calls, state, options } = service()
    const session = await signIn(send, account, options)
    state.time = 839_999
    await session.call(read)
    state.time = 840_000
    await Promise.all([session.call(read), session.call(read)])
    assert.deepEqual(calls.slice(2), [
      '/vendor/products access-1',
      '/auth/refresh {"refresh_token":"refresh-1"}',
      '/vendor/products access-2',
      '/vendor/products access-2'
    ])
  })

  test('renews a token that is refused, and signs in again if the refresh is refused too', async () => {
    const answers = { '/vendor/products': [answerOf(401, {})], '/auth/refresh': [answerOf(401, {})] }
    const { send, calls, options } = service({ answers })
    const session = await signIn(send, account, options)
    assert.equal((await session.call(read)).status, 200)
    assert.deepEqual(
      calls.slice(2).map((call) => call.split(' ')[0]),
      ['/vendor/products', '/auth/refresh', '/auth/login', '/vendor/products']
    )
  })

  const problem = (status: number, code: string) => answerOf(status, { code, detail: 'A reason.' })
  const refused: [string, Parameters<typeof service>[0], RegExp][] = [
    [
      'a wrong password',
      { answers: { '/auth/login': [problem(401, 'INVALID_CREDENTIALS')] } },
      /^owner@example\.test cannot sign in: the email address or the password is wrong\. .* VENDOR_PASSWORD\.$/
    ],
    [
      'a blocked sign-in',
      { answers: { '/auth/login': [problem(429, 'TOO_MANY_ATTEMPTS')] } },
      /cannot sign in: 429 TOO_MANY_ATTEMPTS: A reason/
    ],
    [
      'a server that is not this service',
      { answers: { '/auth/login': [answerOf(404, {})] } },
      /^The server at this URL is not a Purveyor service: POST \/api\/v1\/auth\/login returned 404\. /
    ],
    ['an account of the other realm', { realm: 'platform' }, /is not an account of a vendor/],
    [
      'an inactive vendor',
      { answers: { '/auth/me': [problem(403, 'VENDOR_INACTIVE')] } },
      /403 VENDOR_INACTIVE/
    ]
  ]
  for (const [title, given, message] of refused) {
    test(`reports ${title}`, async () => {
      const { send, options } = service(given)
      await assert.rejects(
        signIn(send, account, options),
        (error) => error instanceof FatalError && message.test(error.message)
      )
    })
  }

  test('ends the run if the account is not allowed to send a request', async () => {
    const { send, options } = service({
      answers: { '/vendor/products': [problem(403, 'INSUFFICIENT_ROLE')] }
    })
    const session = await signIn(send, account, options)
    await assert.rejects(
      session.call(read),
      (error) => error instanceof FatalError && /INSUFFICIENT_ROLE/.test(error.message)
    )
  })
})

function session(answers: Answer[]) {
  const keys: (string | undefined)[] = []
  const call: Session['call'] = async ({ key }) => {
    keys.push(key)
    return answers.shift() ?? assert.fail('An unexpected request was sent.')
  }
  return { keys, session: { call } }
}

const creation = { path: '/things', body: { name: 'a' }, findAgain: async () => undefined }

describe('creating once', () => {
  test('the key depends only on path and body', async () => {
    const made = () => answerOf(201, { id: '1' })
    const { keys, session: one } = session([made(), made(), made(), made()])
    await createOnce(one, creation)
    await createOnce(one, { ...creation, body: { name: 'a' } })
    await createOnce(one, { ...creation, body: { name: 'b' } })
    await createOnce(one, { ...creation, path: '/others' })
    assert.equal(keys[0], keys[1])
    assert.equal(new Set(keys).size, 3)
  })

  test('a resource that an earlier call created is returned in its current state', async () => {
    const { keys, session: one } = session([answerOf(201, { id: '1' }, { isOld: true })])
    const { earlier } = await createOnce(one, {
      ...creation,
      findAgain: async ({ body }) => `now ${body.id}`
    })
    assert.equal(earlier, 'now 1')
    assert.equal(keys.length, 1)
  })

  test('a resource that was deleted since is created again, with a key that other processes derive too', async () => {
    const answers = () => [answerOf(201, { id: '1' }, { isOld: true }), answerOf(201, { id: '2' })]
    const [first, second] = [session(answers()), session(answers())]
    const { answer, earlier } = await createOnce(first.session, creation)
    await createOnce(second.session, creation)
    assert.deepEqual([answer.body.id, earlier], ['2', undefined])
    assert.deepEqual(first.keys, second.keys)
    assert.notEqual(first.keys[0], first.keys[1])
  })

  test('a repeated error response is requested again', async () => {
    const { session: one } = session([answerOf(400, {}, { isOld: true }), answerOf(201, { id: '2' })])
    assert.equal((await createOnce(one, creation)).answer.status, 201)
  })

  test('a new error response is final', async () => {
    const { session: one } = session([answerOf(400, {})])
    assert.equal((await createOnce(one, creation)).answer.status, 400)
  })
})
