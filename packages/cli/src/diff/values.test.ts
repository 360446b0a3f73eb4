import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameValue, type ValueKind } from './values.ts'

const same: [ValueKind, unknown, unknown][] = [
  ['line', ' Hex bolt ', 'Hex bolt'],
  ['line', '', null],
  ['line', 31161620, '31161620'],
  ['text', '', null],
  ['number', 12.5, '12.50'],
  ['number', '012.5000', '12.50'],
  ['number', '.5', '0.50'],
  ['number', 0, '0.00'],
  ['number', '9007199254740993.1', '9007199254740993.10'],
  ['flag', null, false],
  ['ids', 'B,a', ['a', 'b']],
  ['ids', null, []],
  ['list', [' Zinc '], ['Zinc']],
  ['list', null, []],
  ['list', [{ url: 'https://a.example' }], [{ url: 'https://a.example', title: null }]],
  ['attributes', { b: 1, a: [2] }, { a: [2], b: 1 }],
  ['attributes', null, {}],
  ['attributes', { a: 1 }, { a: 1, unspc: '31161620' }],
  ['attributes', null, { unspc: '31161620' }],
  ['attributes', { unspc: 31161620 }, { unspc: '31161620' }],
  ['attributes', { unspc: null }, {}]
]
for (const [kind, sent, stored] of same) {
  test(`${kind}: ${JSON.stringify(sent)} is stored as ${JSON.stringify(stored)}`, () => {
    assert.ok(isSameValue(kind, sent, stored))
  })
}

const different: [ValueKind, unknown, unknown][] = [
  ['line', 'Hex bolt', 'Hex Bolt'],
  ['line', '0123', '123'],
  ['text', 'Zinc ', 'Zinc'],
  ['number', '12.51', '12.50'],
  ['number', '9007199254740993', '9007199254740992'],
  ['number', 0, null],
  ['flag', true, false],
  ['ids', 'a', ['a', 'b']],
  ['list', ['Zinc', 'Steel'], ['Steel', 'Zinc']],
  ['attributes', { a: ' b' }, { a: 'b' }],
  ['attributes', { unspc: '31161620' }, { a: 1, unspc: '31161620' }],
  ['attributes', { unspc: '311' }, { unspc: '31161620' }],
  ['attributes', { unspc: null }, { unspc: '31161620' }]
]
for (const [kind, sent, stored] of different) {
  test(`${kind}: ${JSON.stringify(sent)} differs from ${JSON.stringify(stored)}`, () => {
    assert.ok(!isSameValue(kind, sent, stored))
  })
}
