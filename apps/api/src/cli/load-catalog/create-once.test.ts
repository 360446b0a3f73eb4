import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from './answers.ts'
import { createOnce } from './create-once.ts'
import type { Session } from './session.ts'

const answerOf = (status: number, body: object, isOld: boolean): Answer => ({
  ...{ status, body: { ...body }, text: JSON.stringify(body) },
  ...{ retryAfter: null, isOld }
})

function session(answers: Answer[]) {
  const keys: (string | undefined)[] = []
  const call: Session['call'] = async ({ key }) => {
    keys.push(key)
    return answers.shift() ?? assert.fail('it was asked once more')
  }
  return { keys, session: { call, vendorId: undefined } }
}

const creation = { path: '/things', body: { name: 'a' }, findAgain: async () => undefined }

describe('creating once', () => {
  test('the key follows from path and body alone', async () => {
    const made = () => answerOf(201, { id: '1' }, false)
    const { keys, session: one } = session([made(), made(), made(), made()])
    await createOnce(one, creation)
    await createOnce(one, { ...creation, body: { name: 'a' } })
    await createOnce(one, { ...creation, body: { name: 'b' } })
    await createOnce(one, { ...creation, path: '/others' })
    assert.equal(keys[0], keys[1])
    assert.equal(new Set(keys).size, 3)
  })

  test('what an earlier answer made is taken as it is now', async () => {
    const { keys, session: one } = session([answerOf(201, { id: '1' }, true)])
    const { earlier } = await createOnce(one, {
      ...creation,
      findAgain: async ({ body }) => `now ${body.id}`
    })
    assert.equal(earlier, 'now 1')
    assert.equal(keys.length, 1)
  })

  test('what was deleted since is made again, under a key that others find too', async () => {
    const answers = () => [answerOf(201, { id: '1' }, true), answerOf(201, { id: '2' }, false)]
    const [first, second] = [session(answers()), session(answers())]
    const { answer, earlier } = await createOnce(first.session, creation)
    await createOnce(second.session, creation)
    assert.deepEqual([answer.body.id, earlier], ['2', undefined])
    assert.deepEqual(first.keys, second.keys)
    assert.notEqual(first.keys[0], first.keys[1])
  })

  test('an old refusal is asked for anew', async () => {
    const { session: one } = session([answerOf(400, {}, true), answerOf(201, { id: '2' }, false)])
    assert.equal((await createOnce(one, creation)).answer.status, 201)
  })

  test('a new refusal stands', async () => {
    const { session: one } = session([answerOf(400, {}, false)])
    assert.equal((await createOnce(one, creation)).answer.status, 400)
  })
})
