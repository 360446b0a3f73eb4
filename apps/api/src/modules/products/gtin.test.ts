import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gtinProblem } from './gtin.ts'

describe('GTINs', () => {
  for (const text of ['012345678905', '4006381333931', '96385074', '10012345678902', '0 12345-67890 5'])
    test(`${text} is one`, () => assert.equal(gtinProblem(text), undefined))

  const problems: [text: string, problem: RegExp][] = [
    ['12345678905', /^has 11 digits: a zero may have been lost at the start; /],
    ['6385074', /^has 7 digits: a zero may have been lost at the start; /],
    ['3600029146', /^has 10 digits; a UPC/],
    ['012345678904', /^has a wrong check digit/],
    ['4006381333932', /^has a wrong check digit/],
    ['123456789012345', /^has 15 digits; a UPC/],
    ['5', /^has 1 digit; a UPC/],
    ['N/A', /^is not a UPC, EAN or GTIN/],
    ['1.23457E+11', /^is not a UPC, EAN or GTIN/]
  ]
  for (const [text, problem] of problems)
    test(`${text} is none`, () => assert.match(gtinProblem(text) ?? 'is one', problem))

  test('zeros that may have been lost are named if the check digit is right', () => {
    // 001234567895 without its zeros.
    const digits = '1234567895'
    assert.equal(gtinProblem(`00${digits}`), undefined)
    assert.match(gtinProblem(digits) ?? '', /^has 10 digits: zeros may have been lost at the start/)
  })
})
