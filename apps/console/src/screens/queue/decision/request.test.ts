import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxReasons } from '../../../ui/reason-limits.ts'
import { type Draft, type DraftReason, emptyDraft, type Target } from './draft.ts'
import { entryWith } from './fixture.ts'
import { approvalOf, decisionOf, effectOf, gapOf, sentReasons } from './request.ts'

const images = [{ id: 'i1' }, { id: 'i2' }]
const variants = [{ id: 'v1' }, { id: 'v2', name: 'Long' }]
const product = entryWith('PRODUCT', { name: 'Bolt', images, variants }, { version: 3 })
const revision = entryWith('REVISION', { name: 'Bolt', description: 'Long', images }, { version: 7 })
const change = entryWith('CHANGE', { brand: 'Other', vendorPrice: '9.00' }, { version: 2 })
const { id } = product.product

function reason(text: string, target: Target = { field: null }, code: string | null = null): DraftReason {
  return { id: text, code, text, target }
}

const draftOf = (changes: Partial<Draft>): Draft => ({ ...emptyDraft(product), ...changes })
const rejected = (reasons: DraftReason[]) => draftOf({ isRejecting: true, reasons })

describe('the approval of a whole entry', () => {
  const cases = [
    [product, `/products/${id}/approve`, 3],
    [revision, `/products/${id}/revision/approve`, 7],
    [change, `/products/${id}/change/accept`, 2]
  ] as const
  for (const [entry, path, version] of cases) {
    test(`of the kind ${entry.kind} has the version that was shown`, () => {
      assert.deepEqual(approvalOf(entry, { takeOver: false }), { path, body: { version } })
      assert.deepEqual(approvalOf(entry, { takeOver: true }).body, { version, takeOver: true })
    })
  }
})

describe('the rejection of a new product', () => {
  test('has its reasons in their order, with pointers and codes', () => {
    const draft = rejected([
      reason('Wrong', { field: 'images', imageId: 'i2' }, 'WRONG_IMAGE'),
      reason(' Not yours. '),
      reason('UPC', { field: 'variants', variantId: 'v2', variantField: 'upc' }),
      reason('Long', { field: 'variants', variantId: 'v1' }),
      reason('Gone', { field: 'images', imageId: 'i9' }),
      reason('None', { field: 'description' })
    ])
    assert.deepEqual(decisionOf(product, draft), {
      path: `/products/${id}/reject`,
      body: {
        version: 3,
        reasons: [
          { code: 'WRONG_IMAGE', pointer: '/images/1', imageId: 'i2', text: 'Wrong' },
          { text: 'Not yours.' },
          { pointer: '/variants/1/upc', text: 'UPC' },
          { pointer: '/variants/0', text: 'Long' },
          { pointer: '/images', imageId: 'i9', text: 'Gone' },
          { pointer: '/description', text: 'None' }
        ]
      }
    })
  })
})

test('hiding a change points at the field, and at the variants for a price', () => {
  const draft = rejected([reason('Dear', { field: 'vendorPrice' }), reason('Brand', { field: 'brand' })])
  assert.deepEqual(decisionOf(change, draft), {
    path: `/products/${id}/change/hide`,
    body: {
      version: 2,
      reasons: [
        { pointer: '/variants', text: 'Dear' },
        { pointer: '/brand', text: 'Brand' }
      ]
    }
  })
})

describe('a decision on fields of a revision', () => {
  test('names only the decided fields', () => {
    const draft = draftOf({
      verdicts: { name: 'APPROVE', images: 'REJECT' },
      reasons: [
        reason('Not for an approved field', { field: 'name' }),
        reason('Blurred', { field: 'images', imageId: 'i1' })
      ]
    })
    assert.deepEqual(effectOf(revision, draft), {
      approved: ['name'],
      rejected: ['images'],
      open: ['description']
    })
    assert.deepEqual(decisionOf(revision, draft), {
      path: `/products/${id}/revision/decide`,
      body: {
        version: 7,
        fields: {
          name: { decision: 'APPROVE' },
          images: {
            decision: 'REJECT',
            reasons: [{ pointer: '/pendingRevision/images/0', imageId: 'i1', text: 'Blurred' }]
          }
        }
      }
    })
  })

  test('approves or rejects the whole revision if all fields have the same decision', () => {
    const all = (verdict: 'APPROVE' | 'REJECT') => ({ name: verdict, description: verdict, images: verdict })
    const approval = decisionOf(revision, draftOf({ verdicts: all('APPROVE') }))
    assert.deepEqual(approval, approvalOf(revision, { takeOver: false }))
    const draft = draftOf({
      verdicts: all('REJECT'),
      reasons: [reason('All'), reason('Images', { field: 'images' }), reason('Name', { field: 'name' })]
    })
    const { path, body } = decisionOf(revision, draft)
    assert.equal(path, `/products/${id}/revision/reject`)
    assert.deepEqual(
      (body.reasons as { text: string }[]).map(({ text }) => text),
      ['Name', 'Images', 'All']
    )
  })

  test('gives reasons for all fields to the fields without reasons, or to the first field', () => {
    const verdicts = { name: 'REJECT', description: 'REJECT', images: 'APPROVE' } as const
    const texts = (reasons: DraftReason[]) =>
      sentReasons(revision, draftOf({ verdicts, reasons })).map(({ text }) => text)
    const [all, name, description] = [
      reason('All'),
      reason('Name', { field: 'name' }),
      reason('Description', { field: 'description' })
    ]
    assert.deepEqual(texts([all, name]), ['Name', 'All'])
    assert.deepEqual(texts([all, name, description]), ['Name', 'All', 'Description'])
  })
})

describe('a draft can be sent', () => {
  const cases: [string, typeof product, Partial<Draft>, object | undefined][] = [
    ['not if nothing is decided', revision, {}, { type: 'nothing' }],
    ['if a field is approved', revision, { verdicts: { name: 'APPROVE' } }, undefined],
    [
      'not if a rejected field has no reason',
      revision,
      { verdicts: { name: 'REJECT', images: 'REJECT' }, reasons: [reason('a', { field: 'name' })] },
      { type: 'noReason', fields: ['images'] }
    ],
    [
      'if there is a reason for all fields',
      revision,
      { verdicts: { name: 'REJECT', images: 'REJECT' }, reasons: [reason('a')] },
      undefined
    ],
    ['not if a product has no reason', product, { isRejecting: true }, { type: 'noReason', fields: [] }],
    [
      'not if a text was typed for a field that is not rejected',
      revision,
      { verdicts: { name: 'REJECT' }, reasons: [reason('a')], text: 'b', target: { field: 'images' } },
      { type: 'notAdded' }
    ],
    [
      'not with a text of more than 2,000 characters',
      product,
      { isRejecting: true, reasons: [reason('a'.repeat(2001))] },
      { type: 'tooLong', by: 1 }
    ],
    [
      'not with 51 reasons',
      product,
      { isRejecting: true, reasons: Array.from({ length: maxReasons + 1 }, (_, n) => reason(`${n}`)) },
      { type: 'tooMany' }
    ],
    [
      'not with more than 10,000 characters, counted as code points',
      product,
      { isRejecting: true, reasons: Array.from({ length: 6 }, () => reason('😀'.repeat(1667))) },
      { type: 'tooLong', by: 2 }
    ]
  ]
  for (const [title, entry, changes, gap] of cases) {
    test(title, () => assert.deepEqual(gapOf(entry, draftOf(changes)), gap))
  }
  test('not with an empty reason', () => {
    assert.deepEqual(gapOf(product, rejected([reason('  ')])), { type: 'empty' })
  })
})
