import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasFault, refusalReasons } from './answers.ts'

const answer = (status: number, body: Record<string, unknown>, text = JSON.stringify(body)) => ({
  ...{ status, body, text },
  ...{ retryAfter: null, isOld: false }
})

describe('the reasons of a refusal', () => {
  const cases: [string, ReturnType<typeof answer>, string[]][] = [
    [
      'are its faults, each at its place',
      answer(400, {
        code: 'VALIDATION_FAILED',
        errors: [
          { pointer: '/name', code: 'TOO_LONG', message: 'must have at most 255 characters' },
          { pointer: '', code: 'REQUIRED', message: 'is required' },
          { parameter: 'sku', code: 'TOO_LONG', message: 'is too long' }
        ],
        errorCount: 103
      }),
      [
        '400 /name TOO_LONG: must have at most 255 characters',
        '400 the body REQUIRED: is required',
        '400 sku TOO_LONG: is too long',
        'and 100 more'
      ]
    ],
    [
      'are the problem where it names none',
      answer(409, { code: 'NO_VARIANT', title: 'No variant' }),
      ['409 NO_VARIANT: No variant']
    ],
    [
      'name the request where the service is at fault',
      answer(500, { code: 'INTERNAL_ERROR', detail: 'It was logged.', requestId: 'r1' }),
      ['500 INTERNAL_ERROR: It was logged. (request r1)']
    ],
    [
      'are the first words of what is no problem',
      answer(502, {}, '<h1>Bad\n gateway</h1>'),
      ['502 <h1>Bad gateway</h1>']
    ],
    ['are the status alone where nothing is said', answer(502, {}, ''), ['502 without a body']]
  ]
  for (const [title, given, expected] of cases) {
    test(title, () => assert.deepEqual(refusalReasons(given), expected))
  }
})

test('a fault is found by its place and code together', () => {
  const taken = answer(400, { errors: [{ pointer: '/sku', code: 'SKU_TAKEN' }] })
  assert.equal(hasFault(taken, '/sku', 'SKU_TAKEN'), true)
  assert.equal(hasFault(taken, '/variants/0/sku', 'SKU_TAKEN'), false)
  assert.equal(hasFault(taken, '/sku', 'TOO_LONG'), false)
  assert.equal(hasFault(answer(201, {}), '/sku', 'SKU_TAKEN'), false)
})
