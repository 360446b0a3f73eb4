import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { parseJsonBody } from './body.ts'

const BIGGEST = Number.MAX_SAFE_INTEGER

function read(text: string, mostFaults?: number) {
  return parseJsonBody(Buffer.from(text), mostFaults)
}

/** `CODE pointer` of each fault. */
function faultsOf(text: string, mostFaults?: number): string[] {
  const parsed = read(text, mostFaults)
  return parsed.ok ? [] : parsed.faults.map((fault) => `${fault.code} ${fault.pointer}`)
}

function messageOf(text: string): string | undefined {
  const parsed = read(text)
  return parsed.ok ? undefined : parsed.faults[0]?.message
}

function nested(levels: number, inner = ''): string {
  return '['.repeat(levels) + inner + ']'.repeat(levels)
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
    test(`${JSON.stringify(text).slice(0, 60)} is read as it is`, () => {
      assert.deepEqual(read(text), { ok: true, value: JSON.parse(text) })
    })
  }
})

suite('a body that is no JSON', () => {
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
    test(`${JSON.stringify(text)} is that one fault`, () => {
      assert.throws(() => JSON.parse(text))
      assert.deepEqual(faultsOf(text), ['INVALID_JSON '])
    })
  }

  const messages: [string, string][] = [
    ['', 'it ends where a value was expected'],
    ['{"a":1', 'it ends where a comma or } was expected'],
    ['{"a":1,\n  b:2}', 'a member name in double quotes was expected at line 2, column 3'],
    ['[1\n,\n2 3]', 'a comma or ] was expected at line 3, column 3'],
    ['[1] x', 'the end of the body was expected at line 1, column 5'],
    ['"a', 'it ends where a closing quote was expected'],
    ['"\t"', 'an escape in place of a control character was expected at line 1, column 2'],
    ['"\\x"', 'an escape that JSON knows was expected at line 1, column 3'],
    ['1.x', 'a digit was expected at line 1, column 3'],
    ['{"a" 1}', 'a colon was expected at line 1, column 6'],
    ['\ufeff1', 'it begins with a byte order mark']
  ]
  for (const [text, message] of messages) {
    test(`of ${JSON.stringify(text)} it is told that ${message}`, () => {
      assert.equal(messageOf(text), `is not valid JSON: ${message}`)
    })
  }

  test('nothing else is told of it', () => {
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

suite('what a reader of JSON might change in silence', () => {
  const faulty: [string, string[]][] = [
    [nested(33), [`TOO_DEEP ${'/0'.repeat(32)}`]],
    [`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, [`TOO_DEEP ${'/a'.repeat(32)}`]],
    ['"\\u0000"', ['NUL_CHARACTER ']],
    ['{"a":["b","c\\u0000"]}', ['NUL_CHARACTER /a/1']],
    ['{"a":{"b\\u0000":1}}', ['NUL_CHARACTER /a']],
    ['["\\ud800"]', ['LONE_SURROGATE /0']],
    ['["\\ude00\\ud83d"]', ['LONE_SURROGATE /0']],
    ['["x\\uDBFFx"]', ['LONE_SURROGATE /0']],
    ['{"\\udc00":1}', ['LONE_SURROGATE ']],
    ['"\\ud800\\u0000"', ['NUL_CHARACTER ', 'LONE_SURROGATE ']],
    ['{"__proto__":1}', ['FORBIDDEN_KEY /__proto__']],
    ['[{"a":{"__proto__":{}}}]', ['FORBIDDEN_KEY /0/a/__proto__']],
    ['{"\\u005f_proto__":1}', ['FORBIDDEN_KEY /__proto__']],
    ['{"__proto__":1,"__proto__":2}', ['FORBIDDEN_KEY /__proto__']],
    ['{"constructor":{"prototype":{}}}', ['FORBIDDEN_KEY /constructor']],
    ['{"a":{"constructor":{"x":1,"prot\\u006ftype":null}}}', ['FORBIDDEN_KEY /a/constructor']],
    ['{"a":1,"a":1}', ['DUPLICATE_KEY /a']],
    ['{"a":1,"\\u0061":2,"a":3}', ['DUPLICATE_KEY /a']],
    ['{"":1,"":2}', ['DUPLICATE_KEY /']],
    ['{"a/b~c":1,"a/b~c":2}', ['DUPLICATE_KEY /a~1b~0c']],
    ['[{"a":{"a":1},"b":[],"a":2}]', ['DUPLICATE_KEY /0/a']],
    ['1.00000000000000001', ['NUMBER_PRECISION ']],
    ['12345678901234567890', ['NUMBER_PRECISION ']],
    ['{"a":[1,9007199254740993]}', ['NUMBER_PRECISION /a/1']],
    ['-9007199254740993', ['NUMBER_PRECISION ']],
    ['1e400', ['NUMBER_PRECISION ']],
    ['-1e400', ['NUMBER_PRECISION ']],
    ['1e-400', ['NUMBER_PRECISION ']],
    ['1e999999999999999999999', ['NUMBER_PRECISION ']],
    [`0.${'0'.repeat(400)}1`, ['NUMBER_PRECISION ']],
    ['9'.repeat(400), ['NUMBER_PRECISION ']],
    ['0.1000000000000000055511151231257827', ['NUMBER_PRECISION ']]
  ]
  for (const [text, expected] of faulty) {
    test(`${text.slice(0, 60)} is refused: ${expected.join(', ').slice(0, 60)}`, () => {
      assert.deepEqual(faultsOf(text), expected)
    })
  }

  test('all faults of a body are told at once, in its order', () => {
    const text = '{"a":1e400,"b":{"c":["\\u0000"],"c":1},"__proto__":0,"d":"\\ud800"}'
    assert.deepEqual(faultsOf(text), [
      'NUMBER_PRECISION /a',
      'NUL_CHARACTER /b/c/0',
      'DUPLICATE_KEY /b/c',
      'FORBIDDEN_KEY /__proto__',
      'LONE_SURROGATE /d'
    ])
  })

  test('the first hundred faults are told, or as many as asked for', () => {
    const text = `[${'1e400,'.repeat(300)}1]`
    assert.equal(faultsOf(text).length, 100)
    assert.equal(faultsOf(text, 250).at(-1), 'NUMBER_PRECISION /249')
    assert.equal(faultsOf(`[${'1e400,'.repeat(100)}1]`).length, 100)
    assert.equal(faultsOf(`[${'1e400,'.repeat(99)}1]`).length, 99)
  })

  test('a pointer shows no more than 100 characters of a name', () => {
    const parsed = read(`{"${'x'.repeat(100_000)}":[1e400]}`)
    assert.ok(!parsed.ok)
    assert.equal(parsed.faults[0]?.pointer, `/${'x'.repeat(100)}…/0`)
  })

  test('a pointer is well-formed text, whatever the names on its way', () => {
    const parsed = read(`{"\\ud800":1,"${'x'.repeat(99)}😀":[1e400]}`)
    assert.ok(!parsed.ok)
    assert.deepEqual(
      parsed.faults.map((fault) => fault.pointer),
      ['', `/${'x'.repeat(99)}\ufffd…/0`]
    )
  })

  test('half a million open brackets are refused as too deep, closed or not', () => {
    const pointer = '/0'.repeat(32)
    assert.deepEqual(faultsOf(nested(500_000)), [`TOO_DEEP ${pointer}`])
    assert.deepEqual(faultsOf('['.repeat(500_000)), [`TOO_DEEP ${pointer}`])
    assert.deepEqual(faultsOf('[{"a":'.repeat(500_000)), [`TOO_DEEP ${'/0/a'.repeat(16)}`])
  })

  test('a megabyte of one number, name or string is read', () => {
    assert.deepEqual(faultsOf('1'.repeat(1_000_000)), ['NUMBER_PRECISION '])
    assert.deepEqual(faultsOf(`1.${'0'.repeat(1_000_000)}`), [])
    assert.deepEqual(faultsOf(`1.${'0'.repeat(1_000_000)}1`), ['NUMBER_PRECISION '])
    assert.deepEqual(faultsOf(`{"${'\\n'.repeat(500_000)}":1}`), [])
    assert.deepEqual(faultsOf(`"${'\\ud83d\\ude00'.repeat(80_000)}"`), [])
  })
})

suite('any JSON', () => {
  test('a value without those faults comes back equal, however it is indented', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const hidden = /__proto__|\\u0000|\\ud[89a-f]/i.test(text)
        fc.pre(!hidden)
        assert.deepEqual(read(text), { ok: true, value: JSON.parse(text) })
      })
    )
  })

  test('a double comes back the same, and one digit more than it holds is refused', () => {
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

  test('what is refused as no JSON is what JSON.parse refuses, on any damaged text', () => {
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

  test('no bytes make it throw', () => {
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

suite('what would take too long to parse is refused', () => {
  const list = (count: number, entry: string) => `[${Array(count).fill(entry).join()}]`
  const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`

  test('200,000 values are read, one more is not', () => {
    assert.deepEqual(faultsOf(list(199_999, '{}')), [])
    assert.deepEqual(faultsOf(list(200_000, '{}')), ['TOO_MANY_VALUES '])
  })

  test('25,000 different names are read, one more is not', () => {
    assert.deepEqual(faultsOf(object(25_000)), [])
    assert.deepEqual(faultsOf(object(25_001)), ['TOO_MANY_NAMES '])
    assert.deepEqual(faultsOf(list(60_000, '{"a":0}')), [], 'the same name counts once')
  })

  test('2,000,000 escapes are read, one more is not', () => {
    assert.deepEqual(faultsOf(`["${'\\n'.repeat(2_000_000)}"]`), [])
    assert.deepEqual(faultsOf(`["${'\\n'.repeat(2_000_000)}","\\n"]`), ['TOO_MANY_ESCAPES '])
  })
})

test('a special character is found wherever it stands in a string, short or long', () => {
  for (const filler of ['x', 'é', '😀', '\u007f']) {
    for (let before = 0; before < 80; before++) {
      const text = filler.repeat(before)
      assert.deepEqual(read(`["${text}\\n${text}"]`), { ok: true, value: [`${text}\n${text}`] })
      assert.deepEqual(read(`["${text}"]`), { ok: true, value: [text] })
      assert.deepEqual(faultsOf(`["${text}\u0001${text}"]`), ['INVALID_JSON '])
      assert.deepEqual(faultsOf(`["${text}\\u0000${text}"]`), ['NUL_CHARACTER /0'])
      assert.match(messageOf(`["${text}`) ?? '', /ends where a closing quote was expected/)
    }
  }
})
