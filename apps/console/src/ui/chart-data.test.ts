import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ChartSeries, drawnSeries, labelledIndexes, movedIndex } from './chart-data.ts'

const series = (label: string, kind: ChartSeries['kind'], values: number[]): ChartSeries => {
  return { label, kind, values, color: 'first' }
}

test('bars are stacked in their order, and drawn from the tallest to the lowest, with lines at the end', () => {
  const drawn = drawnSeries([
    series('low', 'bar', [1, 2]),
    series('line', 'line', [9, 9]),
    series('middle', 'bar', [10, 0]),
    series('high', 'bar', [100, 50])
  ])
  assert.deepEqual(
    drawn.map(({ label, values }) => [label, ...values]),
    [
      ['high', 111, 52],
      ['middle', 11, 2],
      ['low', 1, 2],
      ['line', 9, 9]
    ]
  )
})

describe('labels below a chart', () => {
  const cases: [string, [number, number, number], number[]][] = [
    ['all, if they fit', [4, 400, 100], [0, 1, 2, 3]],
    ['the last and every second before it', [7, 400, 100], [0, 2, 4, 6]],
    ['not the first, if it is too close', [6, 400, 100], [1, 3, 5]],
    ['only the last, if there is hardly any room', [30, 10, 100], [29]],
    ['none, if there are none', [0, 400, 100], []]
  ]
  for (const [name, args, indexes] of cases) {
    test(name, () => assert.deepEqual(labelledIndexes(...args), indexes))
  }
})

describe('moving in a chart by keyboard', () => {
  const cases: [string, number | undefined, number, number | undefined][] = [
    ['ArrowLeft', undefined, 30, 29],
    ['ArrowRight', undefined, 30, 29],
    ['Home', undefined, 30, 0],
    ['End', undefined, 30, 29],
    ['ArrowLeft', 29, 30, 28],
    ['ArrowLeft', 0, 30, 0],
    ['ArrowRight', 29, 30, 29],
    ['PageDown', 29, 30, 26],
    ['PageUp', 28, 30, 29],
    ['PageDown', 1, 3, 0],
    ['Enter', 3, 30, undefined],
    ['ArrowLeft', undefined, 0, undefined]
  ]
  for (const [key, from, count, to] of cases) {
    test(`${key} from ${from ?? 'nowhere'} of ${count}`, () => assert.equal(movedIndex(key, from, count), to))
  }
})
