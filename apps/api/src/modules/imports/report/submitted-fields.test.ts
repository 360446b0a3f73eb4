import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineText, submittedFields, submittedMembers } from './submitted-fields.ts'

test('members stay as they were written, but for those whose name begins with _', () => {
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

test('fields are read by name: numbers as written, null as nothing, the rest as JSON', () => {
  const line =
    '{"code":"A\\"1\\u00e9","vendor_price": 1.10 ,"x":null,"y":[1, "a,b"],"z":true,"":"","_index":1}'
  assert.deepEqual(Object.fromEntries(submittedFields(line) ?? []), {
    ...{ code: 'A"1é', vendor_price: '1.10', x: '', y: '[1, "a,b"]', z: 'true', '': '' }
  })
  assert.deepEqual(submittedFields('{}'), new Map())
  assert.equal(submittedFields('[1]'), undefined)
})

test('a name given twice counts as JSON readers take it: the last one', () => {
  assert.equal(submittedFields('{"code":"A","code":"B"}')?.get('code'), 'B')
})

test('a line that was no JSON is told as it was', () => {
  for (const [line, text] of [
    ['"{\\"code\\": "', '{"code": '],
    ['[1,  2]', '[1,  2]'],
    ['not quoted', 'not quoted']
  ] as const) {
    assert.equal(lineText(line), text)
  }
})

test('very deep or very long lines are no trouble', () => {
  const deep = `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)},"_b":1}`
  assert.equal(submittedMembers(deep)?.length, deep.length - 9)
  const long = `{"a":"${'\\"'.repeat(500_000)}","_b":1}`
  assert.equal(submittedFields(long)?.get('a')?.length, 500_000)
})
