import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { orderNumber, poNumber, withCheckDigit } from './order-numbers.ts'

test('numbers consist of digits in groups of four and end with a check digit', () => {
  assert.equal(withCheckDigit('7992739871'), '79927398713')
  assert.equal(orderNumber('1000018'), '1000-0180')
  assert.equal(poNumber('2000018'), 'PO-2000-0188')
  assert.equal(orderNumber('9999999'), '9999-9997')
  assert.equal(orderNumber('10000000'), '1-0000-0009')
})

test('a wrong digit or two swapped digits change the check digit', () => {
  const digits = fc
    .bigInt({ min: 1_000_001n, max: 99_999_999_999n })
    .map((value) => withCheckDigit(`${value}`))
  const isRight = (number: string) => withCheckDigit(number.slice(0, -1)) === number
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, position, difference) => {
      const at = position % number.length
      const wrong = String((Number(number[at]) + difference) % 10)
      assert.ok(!isRight(number.slice(0, at) + wrong + number.slice(at + 1)))
      const [one, other] = [number[at] ?? '', number[at + 1] ?? '']
      if (one === other || other === '' || ['09', '90'].includes(one + other)) return
      assert.ok(!isRight(number.slice(0, at) + other + one + number.slice(at + 2)))
    })
  )
})
