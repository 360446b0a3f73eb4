import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { decimal, input, line, named, nullable, oneOf, optional, ref, Uuid } from '../schema.ts'
import { findFaults, type RequestSchema } from './find-faults.ts'
import { createSchemaCompiler } from './request-schemas.ts'

const Entry = named(
  'TestEntry',
  input({
    id: Uuid,
    size: optional(decimal({ integerDigits: 2, fractionDigits: 1 })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 }))
  })
)
const schema = input(
  {
    name: line({ min: 2, max: 5 }),
    kind: optional(oneOf(['A', 'B'])),
    code: Type.Optional(nullable(Type.String({ pattern: '^[a-z]*$', patternHint: 'in lower case' }))),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    flag: Type.Optional(Type.Boolean()),
    entries: Type.Array(ref(Entry), { minItems: 1, maxItems: 3 }),
    free: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
    texts: Type.Optional(
      Type.Unsafe<object>({ type: 'object', additionalProperties: { type: 'string', maxLength: 3 } })
    )
  },
  {
    hints: {
      colour: { code: 'HINTED', message: 'is spelled color' },
      coloured: { code: 'UNKNOWN_FIELD', message: 'is spelled color' }
    }
  }
)
const check = createSchemaCompiler()(schema)
const id = '0190a5b4-0000-7000-8000-000000000000'

function codesOf(value: unknown): Record<string, string> {
  return Object.fromEntries(check(value).faults.map(({ pointer, code }) => [pointer, code]))
}

describe('the faults of a value', () => {
  const valid = { name: 'Bolt', entries: [{ id }] }
  const cases: [string, unknown, Record<string, string>][] = [
    ['a valid value has none', valid, {}],
    ['text instead of an object', 'text', { '': 'INVALID_TYPE' }],
    ['null instead of an object', null, { '': 'REQUIRED' }],
    ['a list instead of an object', [], { '': 'INVALID_TYPE' }],
    ['missing fields', {}, { '/name': 'REQUIRED', '/entries': 'REQUIRED' }],
    [
      'an unknown field, and one with a hint',
      { ...valid, x: 1, colour: 1 },
      { '/x': 'UNKNOWN_FIELD', '/colour': 'HINTED' }
    ],
    ['a name of a property of Object.prototype', { ...valid, toString: 1 }, { '/toString': 'UNKNOWN_FIELD' }],
    ['text that is too short after trimming', { ...valid, name: '  x  ' }, { '/name': 'TOO_SHORT' }],
    ['text with too many code points', { ...valid, name: '😀'.repeat(6) }, { '/name': 'TOO_LONG' }],
    ['text that is not one of the allowed values', { ...valid, kind: 'C' }, { '/kind': 'NOT_ALLOWED' }],
    ['text that does not match the pattern', { ...valid, code: 'X' }, { '/code': 'INVALID_FORMAT' }],
    ['text that is not a timestamp', { ...valid, at: 'today' }, { '/at': 'INVALID_TIMESTAMP' }],
    ['texts under any names', { ...valid, texts: { a: 'abc', 'b/c': '' } }, {}],
    [
      'other values under any names',
      { ...valid, texts: { a: 'abcd', 'b/c': 1, c: null, toString: 'x' } },
      { '/texts/a': 'TOO_LONG', '/texts/b~1c': 'INVALID_TYPE', '/texts/c': 'REQUIRED' }
    ],
    ['an empty list', { ...valid, entries: [] }, { '/entries': 'TOO_FEW' }],
    ['a list with too many entries', { ...valid, entries: Array(4).fill(1) }, { '/entries': 'TOO_MANY' }],
    [
      'invalid entries of a list',
      { ...valid, entries: [{ id: 'x' }, { id, count: 1.5 }, { id, size: '100', count: 10 }] },
      {
        '/entries/0/id': 'INVALID_UUID',
        '/entries/1/count': 'INVALID_TYPE',
        '/entries/2/size': 'INVALID_DECIMAL',
        '/entries/2/count': 'TOO_LARGE'
      }
    ]
  ]
  for (const [title, value, expected] of cases) {
    test(title, () => assert.deepEqual(codesOf(structuredClone(value)), expected))
  }
})

test('an unknown field names the field that is probably meant', () => {
  const messages = (value: object) =>
    check(value).faults.map(({ pointer, message }) => `${pointer} ${message}`)
  assert.deepEqual(messages({ nmae: 1, entries: [{ id, Count: 1, siz: 1 }] }), [
    '/name is required',
    '/nmae is not a known field (did you mean name?)',
    '/entries/0/Count is not a known field (did you mean count?)',
    '/entries/0/siz is not a known field'
  ])
  assert.deepEqual(messages({ name: 'Bolt', entries: [{ id }], colourd: 1 }), ['/colourd is spelled color'])
})

test('text and decimals are normalised, even in an invalid value', () => {
  const value = { name: ' Bolt ', entries: [{ id, size: 1.5 }], x: 1 }
  check(value)
  assert.deepEqual(value, { name: 'Bolt', entries: [{ id, size: '1.5' }], x: 1 })
})

test('a list with too many entries is replaced by null', () => {
  const value = { name: 'Bolt', entries: Array(4).fill({}) }
  check(value)
  assert.deepEqual(value, { name: 'Bolt', entries: null })
})

test('the search stops after one fault more than the limit', () => {
  const options = {
    schema: schema as RequestSchema,
    resolve: () => Entry as RequestSchema,
    matchesFormat: () => true
  }
  const value = () => ({ name: 'Bolt', entries: [{}, {}, {}], a: 1, b: 2 })
  assert.equal(findFaults(value(), { ...options, limit: 5 }).isComplete, true)
  const { faults, isComplete } = findFaults(value(), { ...options, limit: 3 })
  assert.equal(isComplete, false)
  assert.equal(faults.length, 4)
})

test('a schema with an unsupported keyword is refused when it is compiled', () => {
  assert.throws(() => createSchemaCompiler()({ type: 'array', contains: {} }), /contains is not supported/)
})

test('findFaults explains every value that the validator refuses', () => {
  const text = fc.constantFrom(
    'Bolt',
    'x',
    '',
    '  ab ',
    'too long a name',
    '😀😀',
    'A',
    'a',
    id,
    '1.5',
    '2026-01-01T00:00:00Z'
  )
  const scalar = fc.oneof(text, fc.constantFrom(null, true, 0, 1, 9, 10, 1.5, -1, 1e300))
  const entry = fc.record({ id: text, size: scalar, count: scalar, x: scalar }, { requiredKeys: [] })
  const list = fc.array(fc.oneof({ weight: 5, arbitrary: entry }, scalar), { maxLength: 5 })
  const body = fc.record(
    {
      name: scalar,
      kind: scalar,
      code: scalar,
      at: scalar,
      flag: scalar,
      entries: fc.oneof(list, scalar),
      free: fc.oneof(entry, scalar),
      x: scalar
    },
    { requiredKeys: [] }
  )
  fc.assert(
    fc.property(fc.oneof(body, scalar, list), (value) => {
      const { faults } = check(structuredClone(value))
      assert.ok(faults.every(({ code }) => code !== 'INVALID_VALUE'))
    }),
    { numRuns: 3_000 }
  )
})
