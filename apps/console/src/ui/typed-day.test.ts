import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayFormat } from './typed-day.ts'

const written: [locale: string, text: string, hint: string][] = [
  ['en-US', '03/01/2026', 'mm/dd/yyyy'],
  ['en-GB', '01/03/2026', 'dd/mm/yyyy'],
  ['de-DE', '01.03.2026', 'dd.mm.yyyy'],
  ['sv-SE', '2026-03-01', 'yyyy-mm-dd'],
  ['th-TH', '01/03/2026', 'dd/mm/yyyy'],
  ['ar-EG', '01‏/03‏/2026', 'dd‏/mm‏/yyyy']
]

describe('a day', () => {
  for (const [locale, text, hint] of written)
    test(`is written and read as in ${locale}`, () => {
      const format = dayFormat(locale)
      assert.deepEqual([format.write('2026-03-01'), format.hint], [text, hint])
      assert.equal(format.read(text), '2026-03-01')
    })

  test('can be typed with few characters, other separators, or in the ISO format', () => {
    const { read } = dayFormat('en-GB')
    for (const text of ['1/3/26', '1.3.2026', ' 01 03 2026 ', '2026-3-1'])
      assert.equal(read(text), '2026-03-01')
  })

  test('that does not exist is no day', () => {
    const { read } = dayFormat('en-GB')
    for (const text of [
      '',
      'tomorrow',
      '1/3',
      '31/4/2026',
      '29/02/2026',
      '1/13/2026',
      '001/3/2026',
      '1/3/226'
    ])
      assert.equal(read(text), undefined, text)
  })
})
