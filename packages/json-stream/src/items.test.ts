import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseJsonBody } from './body.ts'
import type { JsonFault } from './faults.ts'
import { InvalidJson, JsonItems } from './items.ts'

type Outcome = { value: unknown } | { faults: JsonFault[] }

/**
 * Reads a body in chunks that end at these offsets and returns the value assembled from its items and
 * members.
 */
function readInParts(body: Buffer, cuts: number[], maxBytes = 1_000_000): Outcome {
  const reader = new JsonItems({ list: 'items', maxBytes })
  const items: unknown[] = []
  const faults: JsonFault[] = []
  const take = (found: Iterable<{ index: number; parsed: ReturnType<typeof parseJsonBody> }>) => {
    for (const { index, parsed } of found) {
      assert.equal(index, items.length)
      if (!parsed.ok) faults.push(...parsed.faults)
      items.push(parsed.ok ? parsed.value : undefined)
    }
  }
  try {
    const starts = [...new Set([0, ...cuts.map((cut) => cut % (body.length + 1)), body.length])].sort(
      (a, b) => a - b
    )
    for (const [n, start] of starts.entries()) take(reader.push(body.subarray(start, starts[n + 1])))
    take(reader.end())
  } catch (error) {
    if (error instanceof InvalidJson) return { faults: [error.fault] }
    throw error
  }
  const frame = reader.frame()
  const all = [...frame.faults, ...faults]
  if (all.length > 0) return { faults: all }
  if (!frame.isObject) return { value: [...frame.members.values()][0] }
  return { value: { ...Object.fromEntries(frame.members), ...(frame.list === 'array' && { items }) } }
}

const sorted = (faults: JsonFault[]) => faults.map((fault) => JSON.stringify(fault)).sort()

/** Asserts that reading in chunks gives the same result as reading the whole body. */
function assertSame(text: string | Buffer, cuts: number[] = []): void {
  const body = Buffer.from(text)
  const whole = parseJsonBody(body)
  const parts = readInParts(body, cuts)
  if (whole.ok) assert.deepEqual(parts, { value: whole.value })
  else assert.deepEqual('faults' in parts && sorted(parts.faults), sorted(whole.faults), body.toString())
}

const everyCut = (text: string) => Array.from({ length: Buffer.byteLength(text) }, (_, at) => at)

describe('a body read in chunks has the same value as the whole body', () => {
  const bodies = [
    '{"items":[{"code":"a"},{"code":"b"}],"dry_run":true}',
    ' {\n "dry_run" : false ,\r\n\t"items" : [ 1 , "é😀\\"]" , null , [ [ ] ] , { } ] } \n',
    '{}',
    '{"items":[]}',
    '{"items":{}}',
    '{"items":null,"x":[1,2]}',
    '[{"items":[1]}]',
    '12',
    '"items"',
    'true',
    '{"a":{"items":[1,2]},"items":[{"items":[3]}]}',
    '{"it\\u0065ms":[1]}'
  ]
  for (const body of bodies) {
    test(body.replaceAll(/\s+/g, ' '), () => {
      assertSame(body)
      assertSame(body, everyCut(body))
    })
  }
})

describe('a refused body has the same faults when it is read in chunks', () => {
  const bodies = [
    '',
    ' ',
    '{',
    '{"items":[1 2]}',
    '{"items":[1,]}',
    '{"items":[,1]}',
    '{"items":[1],}',
    '{"items":[1}',
    '{"items":[1]]',
    '{"items":[{"a":]}]}',
    '{"items":[\n\n  {"é😀": "a\n"}]}',
    '{"items":["a\nb", 1\n, "😀", x]}',
    '{"items":["é\\n",\n "😀" x]}',
    '{"items":[{"a":1}\n{"a":2}]}',
    '{"items":[tru]}',
    '{"items":[truex]}',
    '{"items":[1.]}',
    '{"items":[1."a"]}',
    '{"items":[01]}',
    '{"items":["a]}',
    '{"items":["a\\x"]}',
    '{"items":[1',
    '{"items":[1.',
    '{"items":',
    '{"items"',
    '{"items',
    '{"ite\nms":1}',
    '{"items" 1}',
    '{items:[]}',
    '{"items":[]} x',
    '{"items":[]}{}',
    '\ufeff{}',
    '{"items":[{"a":"\\u0000","b":"\\ud800","__proto__":1,"c":1,"c":2,"n":1.00000000000000000001}]}',
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    '{"a\\u0000":"\\ud800"}',
    '{"constructor":{"prototype":1}}',
    '{"items":[{"constructor":{"prototype":1}}]}',
    '1 2',
    ']',
    `{"items":[${'['.repeat(31)}${']'.repeat(31)}]}`
  ]
  for (const body of bodies) {
    test(JSON.stringify(body).slice(0, 60), () => {
      assertSame(body)
      assertSame(body, everyCut(body))
    })
  }
})

test('nesting is counted from the body: an element may have 30 levels', () => {
  assertSame(`{"items":[${'['.repeat(30)}${']'.repeat(30)}]}`)
})

test('invalid UTF-8 is refused in an element and in a member name', () => {
  for (const body of ['{"items":["\xff"]}', '{"\xff":1}']) {
    assertSame(Buffer.from(body, 'latin1'))
  }
})

const json = fc.jsonValue({ maxDepth: 4 })
const bodies = fc.record(
  { items: fc.array(json, { maxLength: 8 }), other: json, dry_run: fc.boolean() },
  { requiredKeys: [] }
)
const spaces = fc.constantFrom('', ' ', '\n', 2)

test('any body has the same items wherever its chunks end', () => {
  fc.assert(
    fc.property(bodies, spaces, fc.array(fc.nat(), { maxLength: 10 }), (body, space, cuts) => {
      assertSame(JSON.stringify(body, undefined, space), cuts)
    }),
    { numRuns: 300 }
  )
})

test('any damaged body has the same faults wherever its chunks end', () => {
  const sign = fc.constantFrom(
    '',
    ',',
    ':',
    '[',
    ']',
    '{',
    '}',
    '"',
    '\\',
    '1',
    '.',
    '-',
    't',
    ' ',
    '\n',
    'é'
  )
  const damage = fc.record({ at: fc.nat(), length: fc.nat({ max: 3 }), sign })
  fc.assert(
    fc.property(
      bodies,
      spaces,
      damage,
      fc.array(fc.nat(), { maxLength: 6 }),
      (body, space, { at, length, sign }, cuts) => {
        const text = JSON.stringify(body, undefined, space)
        const start = at % (text.length + 1)
        assertSame((text.slice(0, start) + sign + text.slice(start + length)).toWellFormed(), cuts)
      }
    ),
    { numRuns: 500 }
  )
})

test('a value that is too long is skipped, and only its start is stored', () => {
  const long = 'x'.repeat(3_000)
  const reader = new JsonItems({ list: 'items', maxBytes: 2_000 })
  const body = Buffer.from(`{"items":[{"a":"${long}"},{"a":1}],"b":"${long}"}`)
  const items = [...reader.push(body.subarray(0, 700)), ...reader.push(body.subarray(700)), ...reader.end()]
  assert.deepEqual(
    items.map(({ isTooLong, text }) => [isTooLong, text.length]),
    [
      [true, 1_000],
      [false, 7]
    ]
  )
  assert.deepEqual([...reader.frame().members], [['b', undefined]])
})

test('a value that is too long is valid JSON wherever its chunks end', () => {
  const value = `{"a":[${'true,"\\u00e9",'.repeat(20)}1.5e10]}`
  const body = Buffer.from(`{"items":[${value},1]}`)
  for (let cut = 1; cut < body.length; cut++) {
    const reader = new JsonItems({ list: 'items', maxBytes: 100 })
    const items = [...reader.push(body.subarray(0, cut)), ...reader.push(body.subarray(cut)), ...reader.end()]
    assert.deepEqual(
      items.map(({ isTooLong }) => isTooLong),
      [true, false]
    )
  }
})

test('the element after one that is nested too deeply is read', () => {
  const deep = `{"a]":"\\"]","b":${'['.repeat(40)}"\\\\]"${']'.repeat(40)}}`
  const body = Buffer.from(`{"items":[${deep},{"c":2}],"x":1}`)
  for (const size of [1, 7, 1_000]) {
    const reader = new JsonItems({ list: 'items', maxBytes: 1_000 })
    const items = []
    for (let at = 0; at < body.length; at += size) items.push(...reader.push(body.subarray(at, at + size)))
    items.push(...reader.end())
    assert.deepEqual(
      items.map(({ text, parsed }) => [text, parsed.ok ? 'ok' : parsed.faults[0]?.code]),
      [
        [deep, 'TOO_DEEP'],
        ['{"c":2}', 'ok']
      ]
    )
    assert.deepEqual([...reader.frame().members], [['x', 1]])
  }
})

test('a megabyte that arrives byte by byte is not read again for each byte', () => {
  const reader = new JsonItems({ list: 'items', maxBytes: 2_000_000 })
  const body = Buffer.from(`{"items":["${'x'.repeat(1_000_000)}",${'1'.repeat(15)}]}`)
  let count = 0
  for (let at = 0; at < body.length; at++) count += [...reader.push(body.subarray(at, at + 1))].length
  assert.equal(count + [...reader.end()].length, 2)
})

test('the error in an unclosed string has its position, although the string is not stored', () => {
  const reader = new JsonItems({ list: 'items', maxBytes: 2_000 })
  const body = Buffer.from(`{"items":["a\n${'x'.repeat(5_000)}`)
  assert.throws(() => [...reader.push(body), ...reader.end()], /expected .* at line 1, column 13/)
})

test('the members other than the list are limited in number and in bytes', () => {
  const read = (body: string) => {
    const reader = new JsonItems({ list: 'items', maxBytes: 20_000 })
    const count = [...reader.push(Buffer.from(body)), ...reader.end()].length
    return { count, ...reader.frame() }
  }
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"${n}":0`).join(',')
  assert.equal(read(`{${members(999)},"items":[1]}`).members.size, 999)
  assert.throws(() => read(`{${members(1_000)},"items":[1]}`), /must have at most 1000 members/)
  const long = (...lengths: number[]) =>
    lengths.map((length, n) => `"${n}":"${'x'.repeat(length - 5)}"`).join(',')
  assert.equal(read(`{${long(10_000, 9_993)},"items":[1]}`).count, 1)
  assert.throws(
    () => read(`{${long(10_000, 9_994)},"items":[1]}`),
    /must have at most 20000 bytes in members other than items/
  )
  assert.throws(
    () => read(`{"${'a'.repeat(10_000)}":0,"${'b'.repeat(10_000)}":0}`),
    /must have at most 20000 bytes/
  )
})

test('at most 100 faults outside the list are reported, as for a whole body', () => {
  const reader = new JsonItems({ list: 'items', maxBytes: 20_000 })
  const body = `{${Array.from({ length: 500 }, (_, n) => `"${n}":"\\u0000"`).join(',')}}`
  assert.deepEqual([...reader.push(Buffer.from(body)), ...reader.end()], [])
  assert.equal(reader.frame().faults.length, 100)
})

describe('the error of a second value says whether it begins on a new line', () => {
  const cases: [string, boolean][] = [
    ['{"a":1}\n{"a":2}', true],
    ['{"a":1}\r\n\r\n{"a":2}\r\n', true],
    ['{"items":[{"a":1}]}\n[', true],
    ['{\n"a":1\n}\n{"a":2}', true],
    ['1\n2', true],
    ['{"a":1}{"a":2}', false],
    ['{"a":1} {"a":2}', false],
    ['{"a":1}\n {"a":2}', false],
    ['{"a":1}\n}', false],
    ['{"a":1}\n\n', false],
    ['{"a":1\n{"a":2}', false]
  ]
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => {
      const body = Buffer.from(text)
      for (let cut = 0; cut <= body.length; cut++) {
        const reader = new JsonItems({ list: 'items', maxBytes: 100 })
        let isSeveralLines = false
        try {
          for (const part of [body.subarray(0, cut), body.subarray(cut)]) Array.from(reader.push(part))
          Array.from(reader.end())
        } catch (error) {
          assert.ok(error instanceof InvalidJson)
          isSeveralLines = error.isSeveralLines
        }
        assert.equal(isSeveralLines, expected)
      }
    })
  }
})
