import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerOf } from '../../../test/answers.ts'
import type { Answer, Request } from './service.ts'
import { createOnce, type Session, signIn } from './session.ts'
import { Stop } from './stop.ts'

const account = { email: 'owner@example.test', password: 'secret', passwordVariable: 'VENDOR_PASSWORD' }

/** A service with one account, whose tokens are numbered and live 900 seconds. */
function service({
  realm = 'vendor',
  answers = {}
}: {
  realm?: string
  answers?: Record<string, Answer[]>
} = {}) {
  let given = 0
  const calls: string[] = []
  const state = { time: 0 }
  const tokens = () => {
    given++
    return answerOf(200, {
      access_token: `access-${given}`,
      refresh_token: `refresh-${given}`,
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
  test('signs in, knows its vendor and sends its token', async () => {
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

  test('renews its token once for all calls, a minute before it expires', async () => {
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

  test('renews a token that is refused, and signs in anew where that is refused too', async () => {
    const answers = { '/vendor/products': [answerOf(401, {})], '/auth/refresh': [answerOf(401, {})] }
    const { send, calls, options } = service({ answers })
    const session = await signIn(send, account, options)
    assert.equal((await session.call(read)).status, 200)
    assert.deepEqual(
      calls.slice(2).map((call) => call.split(' ')[0]),
      ['/vendor/products', '/auth/refresh', '/auth/login', '/vendor/products']
    )
  })

  const problem = (status: number, code: string) => answerOf(status, { code, detail: 'It says why.' })
  const refused: [string, Parameters<typeof service>[0], RegExp][] = [
    [
      'a wrong password',
      { answers: { '/auth/login': [problem(401, 'INVALID_CREDENTIALS')] } },
      /^owner@example\.test cannot sign in: email or password is wrong\. The password is read from VENDOR_PASSWORD\.$/
    ],
    [
      'a blocked sign-in',
      { answers: { '/auth/login': [problem(429, 'TOO_MANY_ATTEMPTS')] } },
      /cannot sign in: 429 TOO_MANY_ATTEMPTS: It says why/
    ],
    [
      'something else that answers',
      { answers: { '/auth/login': [answerOf(404, {})] } },
      /^What answers there is not this service: POST \/api\/v1\/auth\/login gives 404\.$/
    ],
    ['an account of the other side', { realm: 'platform' }, /does not belong to a vendor/],
    [
      'a vendor that is not active',
      { answers: { '/auth/me': [problem(403, 'VENDOR_INACTIVE')] } },
      /403 VENDOR_INACTIVE/
    ]
  ]
  for (const [title, given, message] of refused) {
    test(`says in a sentence that there is ${title}`, async () => {
      const { send, options } = service(given)
      await assert.rejects(
        signIn(send, account, options),
        (error) => error instanceof Stop && message.test(error.message)
      )
    })
  }

  test('ends the loading where the account may not do what is asked', async () => {
    const { send, options } = service({
      answers: { '/vendor/products': [problem(403, 'INSUFFICIENT_ROLE')] }
    })
    const session = await signIn(send, account, options)
    await assert.rejects(
      session.call(read),
      (error) => error instanceof Stop && /INSUFFICIENT_ROLE/.test(error.message)
    )
  })
})

function session(answers: Answer[]) {
  const keys: (string | undefined)[] = []
  const call: Session['call'] = async ({ key }) => {
    keys.push(key)
    return answers.shift() ?? assert.fail('it was asked once more')
  }
  return { keys, session: { call } }
}

const creation = { path: '/things', body: { name: 'a' }, findAgain: async () => undefined }

describe('creating once', () => {
  test('the key follows from path and body alone', async () => {
    const made = () => answerOf(201, { id: '1' })
    const { keys, session: one } = session([made(), made(), made(), made()])
    await createOnce(one, creation)
    await createOnce(one, { ...creation, body: { name: 'a' } })
    await createOnce(one, { ...creation, body: { name: 'b' } })
    await createOnce(one, { ...creation, path: '/others' })
    assert.equal(keys[0], keys[1])
    assert.equal(new Set(keys).size, 3)
  })

  test('what an earlier answer made is taken as it is now', async () => {
    const { keys, session: one } = session([answerOf(201, { id: '1' }, { isOld: true })])
    const { earlier } = await createOnce(one, {
      ...creation,
      findAgain: async ({ body }) => `now ${body.id}`
    })
    assert.equal(earlier, 'now 1')
    assert.equal(keys.length, 1)
  })

  test('what was deleted since is made again, under a key that others find too', async () => {
    const answers = () => [answerOf(201, { id: '1' }, { isOld: true }), answerOf(201, { id: '2' })]
    const [first, second] = [session(answers()), session(answers())]
    const { answer, earlier } = await createOnce(first.session, creation)
    await createOnce(second.session, creation)
    assert.deepEqual([answer.body.id, earlier], ['2', undefined])
    assert.deepEqual(first.keys, second.keys)
    assert.notEqual(first.keys[0], first.keys[1])
  })

  test('an old refusal is asked for anew', async () => {
    const { session: one } = session([answerOf(400, {}, { isOld: true }), answerOf(201, { id: '2' })])
    assert.equal((await createOnce(one, creation)).answer.status, 201)
  })

  test('a new refusal stands', async () => {
    const { session: one } = session([answerOf(400, {})])
    assert.equal((await createOnce(one, creation)).answer.status, 400)
  })
})
