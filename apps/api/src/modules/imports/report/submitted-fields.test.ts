import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineText, submittedFields, submittedMembers } from './submitted-fields.ts'

test('members keep their original text, and members whose name begins with _ are removed', () => {
  for (const [line, members] of [
    ['{}', ''],
    ['  { } ', ''],
    ['{"a": 1.10, "b":1e400}', '"a": 1.10, "b":1e400'],
    ['{"_index":3,"a":1}', '"a":1'],
    ['{"a":1,"_errors":[{"code":"X, \\"Y\\"","b":{"_c":1}}],"b":2}', '"a":1,"b":2'],
    ['{"a":{"_b":1},"c":["_d",2]}', '"a":{"_b":1},"c":["_d",2]'],
    ['{"a":"x,\\"_b\\": 1"}', '"a":"x,\\"_b\\": 1"'],
    ['{"\\u005findex":1,"a":"\\\\","b":1}', '"a":"\\\\","b":1'],
    ['{"_a":1}', ''],
    ['[1]', undefined],
    ['"{}"', undefined],
    ['12', undefined],
    ['', undefined]
  ] as const) {
    assert.equal(submittedMembers(line), members, line)
  }
})

test('fields are read by name: numbers as written, null as an empty string, other values as JSON', () => {
  const line =
    '{"code":"A\\"1\\u00e9","vendor_price": 1.10 ,"x":null,"y":[1, "a,b"],"z":true,"":"","_index":1}'
  assert.deepEqual(Object.fromEntries(submittedFields(line) ?? []), {
    ...{ code: 'A"1é', vendor_price: '1.10', x: '', y: '[1, "a,b"]', z: 'true', '': '' }
  })
  assert.deepEqual(submittedFields('{}'), new Map())
  assert.equal(submittedFields('[1]'), undefined)
})

test('the last of several members with the same name counts, as in JSON parsers', () => {
  assert.equal(submittedFields('{"code":"A","code":"B"}')?.get('code'), 'B')
})

test('a line that was not a JSON object is returned as it was sent', () => {
  for (const [line, text] of [
    ['"{\\"code\\": "', '{"code": '],
    ['[1,  2]', '[1,  2]'],
    ['not quoted', 'not quoted']
  ] as const) {
    assert.equal(lineText(line), text)
  }
})

test('deeply nested and very long lines are read', () => {
  const deep = `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)},"_b":1}`
  assert.equal(submittedMembers(deep)?.length, deep.length - 9)
  const long = `{"a":"${'\\"'.repeat(500_000)}","_b":1}`
  assert.equal(submittedFields(long)?.get('a')?.length, 500_000)
})
