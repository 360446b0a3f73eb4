import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Draft,
  type DraftReason,
  emptyDraft,
  hasRejection,
  isUntouched,
  rejecting,
  type Target,
  withMoved,
  withNextVerdict,
  withoutReason,
  withReason,
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
