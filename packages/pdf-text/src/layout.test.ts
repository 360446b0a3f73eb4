import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paginate, type Strip } from './layout.ts'

const strip = (height: number, head?: Strip): Strip => ({ height, draw: () => {}, ...(head && { head }) })
const bounds = { top: (page: number) => (page === 0 ? 0 : 20), bottom: 100 }
const tops = (strips: Strip[]) => paginate(strips, bounds).map((page) => page.map(({ top }) => top))

test('strips are placed one below another, and on a new page if the last one is full', () => {
  assert.deepEqual(tops([strip(60), strip(40), strip(1)]), [[0, 60], [20]])
  assert.deepEqual(tops([strip(60), strip(41)]), [[0], [20]])
  assert.deepEqual(tops([]), [[]])
})

test('a head is printed above the first of its strips on every page, never alone', () => {
  const head = strip(10)
  const pages = paginate([strip(30), ...[30, 30, 30, 30].map((height) => strip(height, head))], bounds)
  assert.deepEqual(
    pages.map((page) => page.map((placed) => [placed.top, placed.strip === head])),
    [
      [
        [0, false],
        [30, true],
        [40, false],
        [70, false]
      ],
      [
        [20, true],
        [30, false],
        [60, false]
      ]
    ]
  )
  assert.deepEqual(tops([strip(75), strip(20, head)]), [[0], [20, 30]])
})

test('a strip higher than a page gets a page of its own', () => {
  assert.deepEqual(tops([strip(10), strip(500), strip(10)]), [[0], [20], [20]])
})
