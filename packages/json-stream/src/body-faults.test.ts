import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { faultsOf, nested, read } from '../test/bodies.ts'

suite('JSON that parsers might change without an error', () => {
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

  test('all faults of a body are reported together, in the order of the text', () => {
    const text = '{"a":1e400,"b":{"c":["\\u0000"],"c":1},"__proto__":0,"d":"\\ud800"}'
    assert.deepEqual(faultsOf(text), [
      'NUMBER_PRECISION /a',
      'NUL_CHARACTER /b/c/0',
      'DUPLICATE_KEY /b/c',
      'FORBIDDEN_KEY /__proto__',
      'LONE_SURROGATE /d'
    ])
  })

  test('at most 100 faults are reported, or the given maximum', () => {
    const text = `[${'1e400,'.repeat(300)}1]`
    assert.equal(faultsOf(text).length, 100)
    assert.equal(faultsOf(text, 250).at(-1), 'NUMBER_PRECISION /249')
    assert.equal(faultsOf(`[${'1e400,'.repeat(100)}1]`).length, 100)
    assert.equal(faultsOf(`[${'1e400,'.repeat(99)}1]`).length, 99)
  })

  test('a pointer contains at most 100 characters of a name', () => {
    const parsed = read(`{"${'x'.repeat(100_000)}":[1e400]}`)
    assert.ok(!parsed.ok)
    assert.equal(parsed.faults[0]?.pointer, `/${'x'.repeat(100)}…/0`)
  })

  test('a pointer is well-formed text even if member names are not', () => {
    const parsed = read(`{"\\ud800":1,"${'x'.repeat(99)}😀":[1e400]}`)
    assert.ok(!parsed.ok)
    assert.deepEqual(
      parsed.faults.map((fault) => fault.pointer),
      ['', `/${'x'.repeat(99)}\ufffd…/0`]
    )
  })

  test('half a million nested arrays are refused as too deep, with or without closing brackets', () => {
    const pointer = '/0'.repeat(32)
    assert.deepEqual(faultsOf(nested(500_000)), [`TOO_DEEP ${pointer}`])
    assert.deepEqual(faultsOf('['.repeat(500_000)), [`TOO_DEEP ${pointer}`])
    assert.deepEqual(faultsOf('[{"a":'.repeat(500_000)), [`TOO_DEEP ${'/0/a'.repeat(16)}`])
  })

  test('a number, name or string of a megabyte is read', () => {
    assert.deepEqual(faultsOf('1'.repeat(1_000_000)), ['NUMBER_PRECISION '])
    assert.deepEqual(faultsOf(`1.${'0'.repeat(1_000_000)}`), [])
    assert.deepEqual(faultsOf(`1.${'0'.repeat(1_000_000)}1`), ['NUMBER_PRECISION '])
    assert.deepEqual(faultsOf(`{"${'\\n'.repeat(500_000)}":1}`), [])
    assert.deepEqual(faultsOf(`"${'\\ud83d\\ude00'.repeat(80_000)}"`), [])
  })
})

suite('JSON that would take too long to parse is refused', () => {
  const list = (count: number, entry: string) => `[${Array(count).fill(entry).join()}]`
  const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`

  test('200,000 values are accepted, one more is not', () => {
    assert.deepEqual(faultsOf(list(199_999, '{}')), [])
    assert.deepEqual(faultsOf(list(200_000, '{}')), ['TOO_MANY_VALUES '])
  })

  test('25,000 different names are accepted, one more is not', () => {
    assert.deepEqual(faultsOf(object(25_000)), [])
    assert.deepEqual(faultsOf(object(25_001)), ['TOO_MANY_NAMES '])
    assert.deepEqual(faultsOf(list(60_000, '{"a":0}')), [], 'the same name counts once')
  })

  test('2,000,000 escapes are accepted, one more is not', () => {
    assert.deepEqual(faultsOf(`["${'\\n'.repeat(2_000_000)}"]`), [])
    assert.deepEqual(faultsOf(`["${'\\n'.repeat(2_000_000)}","\\n"]`), ['TOO_MANY_ESCAPES '])
  })
})
