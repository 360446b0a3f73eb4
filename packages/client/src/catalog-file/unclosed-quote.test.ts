import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnclosedQuote } from './unclosed-quote.ts'

const shape = { width: 4, delimiter: ',', priceIndex: 2 }

const unclosed: [cells: string[], index: number][] = [
  [['A1', 'Hammer,10,red\nA2,Wrench', '12', ''], 1],
  [['A1', 'Hammer,10,\r\nA2,Wrench,12,\r\nA3,"Saw"', '14', ''], 1],
  [['A1', 'Hammer', '10', 'Steel\nA2,Wrench,12,Blue'], 3],
  [['A1', 'Hammer', '10', 'Steel\nA2,Wrench,"12.50",Blue\nA3,Saw,14,'], 3]
]

const texts: string[][] = [
  ['A1', 'Hammer\n16 oz', '10', ''],
  ['A1', 'Hammer', '10', 'Steel.\nIn red, green, blue, yellow'],
  ['A1', 'Hammer, big, 16 oz\nwith handle, oiled', '10', ''],
  ['A1', 'Hammer', '10', 'Steel\n']
]

test('a cell with the beginnings of other rows is found', () => {
  for (const [cells, index] of unclosed) assert.equal(findUnclosedQuote(cells, shape), index, String(cells))
})

test('text with several lines is not mistaken for rows', () => {
  for (const cells of texts) assert.equal(findUnclosedQuote(cells, shape), undefined, String(cells))
})
