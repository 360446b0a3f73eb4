import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Draft,
  type DraftReason,
  emptyDraft,
  hasRejection,
  isUntouched,
  mergeDraft,
  rejecting,
  type Target,
  withMoved,
  withNextVerdict,
  withoutReason,
  withReason,
  withSeen,
  withTypedIfRejected,
  withVerdict
} from './draft.ts'
import { entryWith } from './fixture.ts'

const revision = entryWith('REVISION', { name: 'Bolt', description: 'Long', images: [] })
const product = entryWith('PRODUCT', { name: 'Bolt' })

function reason(text: string, target: Target = { field: null }): DraftReason {
  return { id: text, code: null, text, target }
}

describe('a draft', () => {
  test('is untouched until something would be lost', () => {
    const draft = emptyDraft(revision)
    assert.equal(isUntouched(draft), true)
    for (const change of [{ text: 'a' }, { isRejecting: true }, { verdicts: { name: 'APPROVE' as const } }])
      assert.equal(isUntouched({ ...draft, ...change }), false)
    assert.equal(isUntouched({ ...draft, text: ' \n', takeOver: true }), true)
  })

  test('has a rejection if an approval of everything would discard something', () => {
    const draft = emptyDraft(revision)
    assert.equal(hasRejection(withVerdict(draft, 'name', 'APPROVE')), false)
    assert.equal(hasRejection(withVerdict(draft, 'name', 'REJECT')), true)
    assert.equal(hasRejection({ ...draft, text: 'Too' }), true)
  })
})

test('the decision on a field goes from open to approve, to reject, and to open', () => {
  const seen: (string | undefined)[] = []
  let draft = emptyDraft(revision)
  for (let step = 0; step < 4; step++) {
    seen.push(draft.verdicts.name)
    draft = withNextVerdict(draft, 'name')
  }
  assert.deepEqual(seen, [undefined, 'APPROVE', 'REJECT', undefined])
})

describe('beginning a rejection', () => {
  test('rejects the open fields of a revision, and leaves the approved ones', () => {
    const draft = rejecting(withVerdict(emptyDraft(revision), 'name', 'APPROVE'), revision)
    assert.deepEqual(draft.verdicts, { name: 'APPROVE', description: 'REJECT', images: 'REJECT' })
  })

  test('changes nothing if a field is rejected already', () => {
    const draft = withVerdict(emptyDraft(revision), 'images', 'REJECT')
    assert.equal(rejecting(draft, revision), draft)
  })

  test('rejects the whole of a new product', () => {
    assert.equal(rejecting(emptyDraft(product), product).isRejecting, true)
  })
})

describe('reasons', () => {
  const [first, second] = [reason('First', { field: 'name' }), reason('Second', { field: 'name' })]
  const add = (draft: Draft, one: DraftReason) => withReason(draft, revision, one)

  test('reject what they are about', () => {
    assert.deepEqual(add(emptyDraft(revision), first).verdicts, { name: 'REJECT' })
    assert.equal(withReason(emptyDraft(product), product, first).isRejecting, true)
  })

  test('are added once for each target', () => {
    const draft = [first, { ...first, id: 'again' }, { ...first, target: { field: 'images' } }].reduce(
      add,
      emptyDraft(revision)
    )
    assert.deepEqual(
      draft.reasons.map(({ target }) => target.field),
      ['name', 'images']
    )
  })

  test('are removed by what they say', () => {
    const draft = add(emptyDraft(revision), first)
    assert.deepEqual(withoutReason(draft, { ...first, id: 'other' })?.reasons, [])
    assert.equal(withoutReason(draft, second), undefined)
  })

  test('move before the one above for the same field', () => {
    const other = reason('Other', { field: 'images' })
    const draft = [first, other, second].reduce(add, emptyDraft(revision))
    const texts = (moved: Draft) => moved.reasons.map(({ text }) => text)
    assert.deepEqual(texts(withMoved(draft, revision, second)), ['Second', 'First', 'Other'])
    assert.deepEqual(texts(withMoved(draft, revision, first)), ['First', 'Other', 'Second'])
    assert.deepEqual(texts(withMoved(draft, product, second)), ['First', 'Second', 'Other'])
  })
})

describe('the text that is being typed', () => {
  const typed = (entry: typeof revision, draft: Partial<Draft>) => {
    const { reasons, text } = withTypedIfRejected({ ...emptyDraft(entry), text: ' Why? ', ...draft }, entry)
    return { reasons: reasons.map((one) => [one.text, one.target.field]), text }
  }
  const added = (field: string | null) => ({ reasons: [['Why?', field]], text: '' })
  const left = { reasons: [], text: ' Why? ' }
  const rejected = { name: 'REJECT' } as const

  test('is a reason for what is rejected', () => {
    assert.deepEqual(typed(product, { isRejecting: true }), added(null))
    assert.deepEqual(typed(revision, { verdicts: rejected }), added('name'))
    assert.deepEqual(typed(revision, { verdicts: { ...rejected, images: 'REJECT' } }), added(null))
  })

  test('is no reason for what is not rejected', () => {
    assert.deepEqual(typed(product, {}), left)
    assert.deepEqual(typed(revision, {}), left)
    assert.deepEqual(typed(revision, { verdicts: rejected, target: { field: 'images' } }), left)
    assert.deepEqual(typed(product, { isRejecting: true, text: '\n' }), { reasons: [], text: '\n' })
  })
})

const images = [{ id: 'i1', url: null }, { id: 'i2' }]
const before = entryWith('REVISION', { name: 'Bolt', description: 'Long', images }, { version: 4 })
const stored: Draft = {
  ...emptyDraft(before),
  verdicts: { name: 'APPROVE', description: 'REJECT', images: 'REJECT' },
  reasons: [
    { id: '1', code: null, text: 'Text', target: { field: 'description' } },
    { id: '2', code: null, text: 'Image', target: { field: 'images', imageId: 'i1' } }
  ],
  text: 'Half a sen',
  target: { field: 'images', imageId: 'i1' }
}

describe('a draft for an entry that the vendor has edited since', () => {
  test('is unchanged while the version is the same', () => {
    assert.deepEqual(mergeDraft(stored, before), { draft: stored, edited: [] })
  })

  test('keeps decisions on equal fields, and everything that was typed', () => {
    const after = entryWith('REVISION', { name: 'Bolt M8', description: 'Long', images }, { version: 5 })
    const merged = mergeDraft(stored, after)
    assert.deepEqual(merged.edited, ['name'])
    assert.deepEqual(merged.draft.verdicts, { description: 'REJECT', images: 'REJECT' })
    assert.deepEqual(merged.draft.reasons, stored.reasons)
    assert.equal(merged.draft.text, 'Half a sen')
  })

  test('names added and withdrawn fields', () => {
    const after = entryWith('REVISION', { name: 'Bolt', shortDescription: 'S', images }, { version: 5 })
    const { edited, draft: merged } = mergeDraft(stored, after)
    assert.deepEqual(edited.sort(), ['description', 'shortDescription'])
    assert.deepEqual(merged.verdicts, { name: 'APPROVE', images: 'REJECT' })
    assert.equal(merged.reasons.length, 2)
  })

  test('points at the images if the image is gone', () => {
    const after = entryWith('REVISION', { images: [{ id: 'i2' }] }, { version: 5 })
    const { draft: merged } = mergeDraft(stored, after)
    assert.deepEqual(merged.reasons[1]?.target, { field: 'images' })
    assert.deepEqual(merged.target, { field: 'images' })
  })

  test('takes no notice of values that change without an edit', () => {
    const variant = { id: 'v', name: 'M8', stockOnHand: 5, updatedAt: '2026-01-01' }
    const product = entryWith('PRODUCT', { variants: [variant] })
    const sold = { ...variant, stockOnHand: 4, updatedAt: '2026-01-02' }
    const later = entryWith('PRODUCT', { variants: [sold] }, { version: 2 })
    assert.deepEqual(mergeDraft(emptyDraft(product), later).edited, [])
  })
})

test('fields that someone else has decided leave the draft, although the version is the same', () => {
  const after = entryWith('REVISION', { description: 'Long' }, { version: 4 })
  const merged = mergeDraft(stored, after)
  assert.deepEqual(merged.edited, [])
  assert.deepEqual(merged.draft.verdicts, { description: 'REJECT' })
})

describe('looking at an edited entry', () => {
  const after = entryWith('REVISION', { name: 'Bolt M8', description: 'Longer', images }, { version: 5 })

  test('as a whole ends the notice', () => {
    const seen = withSeen(stored, after)
    assert.equal(seen.version, 5)
    assert.deepEqual(mergeDraft(seen, after).edited, [])
  })

  test('field by field ends the notice after the last one', () => {
    const one = withSeen(stored, after, 'name')
    assert.deepEqual(mergeDraft(one, after).edited, ['description'])
    const both = withSeen(one, after, 'description')
    assert.deepEqual(mergeDraft(both, after).edited, [])
    assert.equal(both.version, 5)
  })
})
