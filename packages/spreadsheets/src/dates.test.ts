import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dateOfSerial, isoDate, serialOfDate, timeOfDuration } from './dates.ts'

test('each day of the 1900 date system is the date that Excel shows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_465 }), (serial) => {
      const date = dateOfSerial(serial, false) ?? ''
      assert.equal(Date.parse(date), Date.UTC(1900, 2, 1) + (serial - 61) * 86_400_000)
      assert.equal(dateOfSerial(serial - 1462, true), serial >= 1462 ? date : undefined)
      assert.equal(serialOfDate(date), serial)
    })
  )
})

test('dates and times become the numbers that they were', () => {
  const cases: [string, number | undefined][] = [
    ['1900-01-01', 1],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
    ['1899-12-31', undefined],
    ['2026-02-30', undefined],
    ['2026-3-1', undefined],
    ['', undefined],
    ['2024-03-05T12:00:00', 45_356.5],
    ['06:00:00', 0.25]
  ]
  for (const [text, serial] of cases) {
    assert.equal(serialOfDate(text), serial, text)
    if (serial !== undefined) assert.equal(dateOfSerial(serial, false), text)
  }
})

test('dates in files are returned without what says nothing', () => {
  assert.equal(isoDate('2024-03-05'), '2024-03-05')
  assert.equal(isoDate('2024-03-05T00:00:00.000Z'), '2024-03-05')
  assert.equal(isoDate('2024-03-05T13:45'), '2024-03-05T13:45:00')
  assert.equal(isoDate('2024-03-05T13:45:10.1239'), '2024-03-05T13:45:10.123')
  for (const text of ['2024-02-30', '2024-03-05T25:00:00', '05.03.2024', '', '2024-03'])
    assert.equal(isoDate(text), undefined, text)
})

test('durations are returned as times', () => {
  assert.equal(timeOfDuration('PT13H45M00S'), '13:45:00')
  assert.equal(timeOfDuration('PT30H05M01.5S'), '30:05:01.500')
  assert.equal(timeOfDuration('PT0H0M0,000S'), '00:00:00')
  for (const text of ['P1D', 'PT1H', '13:45', '']) assert.equal(timeOfDuration(text), undefined, text)
})
