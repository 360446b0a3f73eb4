import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { faultsOf, nested, read } from '../test/bodies.ts'
import { parseJsonBody } from './body.ts'

const BIGGEST = Number.MAX_SAFE_INTEGER

function messageOf(text: string): string | undefined {
  const parsed = read(text)
  return parsed.ok ? undefined : parsed.faults[0]?.message
}

suite('a JSON body that is accepted', () => {
  const texts = [
    '0',
    '-0',
    '-0.0',
    '0e1',
    '0e999999999999999999999',
    '1E+2',
    '1.5e-7',
    '1e22',
    '123456789012345',
    '100000000000000000000',
    '1.50000000000000000000000',
    '0.1',
    '-12.345e3',
    `${BIGGEST}`,
    '5e-324',
    '1.7976931348623157e308',
    'true',
    'false',
    'null',
    '""',
    '" "',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\u0041\\u00e9\\uD83D\\ude00"',
    '"\u2028\u2029\u007f\ufeff"',
    '"é漢😀"',
    '"\\\\u0000"',
    '[]',
    '{}',
    '[[],{},[{}]]',
    ' \t\r\n[ 1 ,\n2 ]\t ',
    '{"a":{"a":{"a":1}}}',
    '{"a":1,"A":2,"a ":3,"":4}',
    '[{"a":1},{"a":2}]',
    '{"constructor":1}',
    '{"constructor":{"name":"x"}}',
    '{"constructor":["prototype"]}',
    '{"prototype":{"constructor":1}}',
    '{"toString":1,"hasOwnProperty":2,"valueOf":3}',
    '["constructor",{"prototype":1}]',
    '{"0":1,"00":2,"-1":3}',
    nested(32),
    nested(31, '{"a":1}')
  ]
  for (const text of texts) {
    test(`${JSON.stringify(text).slice(0, 60)} is parsed as JSON.parse does`, () => {
      assert.deepEqual(read(text), { ok: true, value: JSON.parse(text) })
    })
  }
})

suite('a body that is not JSON', () => {
  const texts = [
    '',
    ' ',
    '\n',
    '[',
    ']',
    '{',
    '}',
    '[}',
    '{]',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1,,2]',
    '[1 2]',
    '[1]]',
    '[1]x',
    '1 2',
    '{"a"}',
    '{"a":}',
    '{"a" 1}',
    '{"a":1,}',
    '{"a":1 "b":2}',
    '{,}',
    '{a:1}',
    "{'a':1}",
    '{1:1}',
    '{"a":1}}',
    '{"a"::1}',
    '01',
    '-01',
    '+1',
    '-',
    '--1',
    '.5',
    '5.',
    '1.e1',
    '1e',
    '1e+',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    'True',
    'nul',
    'nulll',
    'truefalse',
    '"',
    '"\\',
    '"\\"',
    '"\\x41"',
    '"\\u12"',
    '"\\u12G4"',
    '"\\u00"x',
    '"\\U0041"',
    '"\t"',
    '"a\nb"',
    '"\u0000"',
    "'a'",
    '\u00a01',
    '\ufeff{}',
    '// comment\n1',
    '1/**/',
    '[1]\u0000',
    '\u000b1'
  ]
  for (const text of texts) {
    test(`${JSON.stringify(text)} has INVALID_JSON as its only fault`, () => {
      assert.throws(() => JSON.parse(text))
      assert.deepEqual(faultsOf(text), ['INVALID_JSON '])
    })
  }

  const messages: [string, string][] = [
    ['', 'expected a value, but the text ends'],
    ['{"a":1', 'expected a comma or }, but the text ends'],
    ['{"a":1,\n  b:2}', 'expected a member name in double quotes at line 2, column 3'],
    ['[1\n,\n2 3]', 'expected a comma or ] at line 3, column 3'],
    ['[1] x', 'expected the end of the text at line 1, column 5'],
    ['"a', 'expected a closing quote, but the text ends'],
    ['"\t"', 'expected an escape sequence instead of a control character at line 1, column 2'],
    ['"\\x"', 'expected a valid escape sequence at line 1, column 3'],
    ['1.x', 'expected a digit at line 1, column 3'],
    ['{"a" 1}', 'expected a colon at line 1, column 6'],
    ['\ufeff1', 'it starts with a byte order mark']
  ]
  for (const [text, message] of messages) {
    test(`the message for ${JSON.stringify(text)} is: ${message}`, () => {
      assert.equal(messageOf(text), `is not valid JSON: ${message}`)
    })
  }

  test('its other faults are not reported', () => {
    assert.deepEqual(faultsOf('{"a":1,"a":1e999,"__proto__":"\\u0000",'), ['INVALID_JSON '])
  })

  const broken: number[][] = [
    [0xff],
    [0xc3, 0x28],
    [0xed, 0xa0, 0x80],
    [0xc0, 0xaf],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82]
  ]
  for (const bytes of broken) {
    test(`the bytes ${Buffer.from(bytes).toString('hex')} in a string are invalid UTF-8`, () => {
      const parsed = parseJsonBody(Buffer.concat([Buffer.from('"'), Buffer.from(bytes), Buffer.from('"')]))
      assert.deepEqual(parsed, {
        ok: false,
        faults: [{ pointer: '', code: 'INVALID_UTF8', message: 'is not valid UTF-8' }]
      })
    })
  }

  test('UTF-16 is not read as text', () => {
    assert.equal(parseJsonBody(Buffer.from('{"a":1}', 'utf16le')).ok, false)
    assert.equal(parseJsonBody(Buffer.from('\ufeff{"a":1}', 'utf16le')).ok, false)
  })
})

suite('any JSON', () => {
  test('a value without those faults is parsed unchanged with any indentation', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const hidden = /__proto__|\\u0000|\\ud[89a-f]/i.test(text)
        fc.pre(!hidden)
        assert.deepEqual(read(text), { ok: true, value: JSON.parse(text) })
      })
    )
  })

  test('every double is accepted, and one digit more than its precision is refused', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        assert.deepEqual(faultsOf(String(number)), [])
        assert.deepEqual(faultsOf(number.toExponential()), [])
        fc.pre(number !== 0)
        const digits = number.toExponential(16)
        const longer = digits.replace('e', '1e')
        assert.deepEqual(faultsOf(longer), ['NUMBER_PRECISION '])
      })
    )
  })

  test('a damaged text is refused as INVALID_JSON if and only if JSON.parse refuses it', () => {
    const damage = fc.record({
      at: fc.nat(200),
      remove: fc.nat(3),
      insert: fc.oneof(
        fc.constantFrom(
          ...'{}[]",:\\/-+.eEu0159 \t\n\u0000',
          'tru',
          'null',
          '\\u',
          '\\ud800',
          '"a":',
          '\u00a0'
        ),
        fc.string({ unit: 'binary', maxLength: 2 }).filter((text) => text.isWellFormed())
      )
    })
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.array(damage, { maxLength: 3 }), (json, damages) => {
        const text = damages
          .reduce(
            (rest, { at, remove, insert }) => rest.slice(0, at) + insert + rest.slice(at + remove),
            json
          )
          .toWellFormed()
        const isJson = canParse(text)
        assert.equal(faultsOf(text).includes('INVALID_JSON '), !isJson, text)
      }),
      { numRuns: 3_000 }
    )
  })

  test('no sequence of bytes makes it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const parsed = parseJsonBody(Buffer.from(bytes))
        assert.ok(parsed.ok || parsed.faults.length > 0)
      })
    )
  })
})

function canParse(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a special character is found at any position in a string, short or long', () => {
  for (const filler of ['x', 'é', '😀', '\u007f']) {
    for (let before = 0; before < 80; before++) {
      const text = filler.repeat(before)
      assert.deepEqual(read(`["${text}\\n${text}"]`), { ok: true, value: [`${text}\n${text}`] })
      assert.deepEqual(read(`["${text}"]`), { ok: true, value: [text] })
      assert.deepEqual(faultsOf(`["${text}\u0001${text}"]`), ['INVALID_JSON '])
      assert.deepEqual(faultsOf(`["${text}\\u0000${text}"]`), ['NUL_CHARACTER /0'])
      assert.match(messageOf(`["${text}`) ?? '', /expected a closing quote, but the text ends/)
    }
  }
})
