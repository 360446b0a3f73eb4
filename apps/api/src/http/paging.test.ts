import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../errors.ts'
import { cursorsFor } from './cursor.ts'
import { type PagingParameters, pageText, readPage } from './paging.ts'

const cursors = cursorsFor(['secret'], ['list', 'vendor', undefined])
const numbers = Array.from({ length: 250 }, (_, index) => index)

/** Returns a page of `numbers`, in ascending order, as a list query on the database would. */
function query(parameters: PagingParameters) {
  const page = readPage(parameters, cursors)
  const key = page.key && Number(page.key[0])
  const ordered = page.backward ? numbers.toReversed() : numbers
  const past = ordered.filter((number) => key === undefined || (page.backward ? number < key : number > key))
  const rows = past
    .slice(0, page.limit + 1)
    .map((number) => ({ json: String(number), key: [String(number)] }))
  return JSON.parse(pageText('numbers', { rows, total: 250 }, { page, cursors }))
}

describe('cursors', () => {
  test('a key of any text is the same after writing and reading its cursor', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string().filter((text) => !text.includes('\0') && text.isWellFormed()),
          { minLength: 1 }
        ),
        (key) => {
          assert.deepEqual(cursors.read(cursors.write(key)), key)
        }
      )
    )
  })

  test('a modified cursor, or one of another list, owner, filter or secret, is refused', () => {
    const cursor = cursors.write(['17'])
    const foreign = [
      cursorsFor(['secret'], ['list', 'other', undefined]),
      cursorsFor(['secret'], ['other', 'vendor', undefined]),
      cursorsFor(['secret'], ['list', 'vendor', 'filter']),
      cursorsFor(['other'], ['list', 'vendor', undefined])
    ]
    for (const other of foreign) assert.throws(() => other.read(cursor), { code: 'INVALID_CURSOR' })
    for (const changed of [
      '',
      '.',
      'a',
      `${cursor}.`,
      `x${cursor}`,
      cursor.slice(0, -1),
      cursor.toLowerCase(),
      'MTg.abc'
    ]) {
      assert.throws(() => cursors.read(changed), Problem, changed)
    }
  })
})

describe('paging', () => {
  test('forward pages contain every row once, in order', () => {
    const seen: number[] = []
    let after: string | undefined
    for (;;) {
      const { numbers: page, pageInfo } = query({ first: 24, ...(after && { after }) })
      assert.equal(pageInfo.hasPreviousPage, after !== undefined)
      seen.push(...page)
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    assert.deepEqual(seen, numbers)
  })

  test('backward pages contain every row once, each page in order', () => {
    let seen: number[] = []
    let before: string | undefined
    for (;;) {
      const { numbers: page, pageInfo } = query(before ? { before, last: 7 } : { last: 7 })
      seen = [...page, ...seen]
      if (!pageInfo.hasPreviousPage) break
      before = pageInfo.startCursor
    }
    assert.deepEqual(seen, numbers)
  })

  test('the default page size is 24 in both directions', () => {
    assert.equal(query({}).numbers.length, 24)
    assert.equal(query({ before: cursors.write(['100']) }).numbers.length, 24)
    assert.deepEqual(query({ last: 2 }).numbers, [248, 249])
  })

  test('an empty page has no cursors', () => {
    const { numbers: page, pageInfo } = query({ after: cursors.write(['249']) })
    assert.deepEqual(page, [])
    assert.deepEqual(pageInfo, {
      startCursor: null,
      endCursor: null,
      hasNextPage: false,
      hasPreviousPage: true
    })
  })

  const contradictions: PagingParameters[] = [
    { after: 'a', before: 'b' },
    { after: 'a', last: 1 },
    { before: 'b', first: 1 },
    { first: 1, last: 1 }
  ]
  for (const parameters of contradictions) {
    test(`${Object.keys(parameters).join(' together with ')} is refused`, () => {
      assert.throws(() => query(parameters), { code: 'VALIDATION_FAILED' })
    })
  }
})
