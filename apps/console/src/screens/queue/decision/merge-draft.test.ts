import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Draft, emptyDraft } from './draft.ts'
import { entryWith } from './fixture.ts'
import { mergeDraft, withSeen } from './merge-draft.ts'

const images = [{ id: 'i1', url: null }, { id: 'i2' }]
const before = entryWith('REVISION', { name: 'Bolt', description: 'Long', images }, { version: 4 })
const draft: Draft = {
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
    assert.deepEqual(mergeDraft(draft, before), { draft, edited: [] })
  })

  test('keeps decisions on equal fields, and everything that was typed', () => {
    const after = entryWith('REVISION', { name: 'Bolt M8', description: 'Long', images }, { version: 5 })
    const merged = mergeDraft(draft, after)
    assert.deepEqual(merged.edited, ['name'])
    assert.deepEqual(merged.draft.verdicts, { description: 'REJECT', images: 'REJECT' })
    assert.deepEqual(merged.draft.reasons, draft.reasons)
    assert.equal(merged.draft.text, 'Half a sen')
  })

  test('names added and withdrawn fields', () => {
    const after = entryWith('REVISION', { name: 'Bolt', shortDescription: 'S', images }, { version: 5 })
    const { edited, draft: merged } = mergeDraft(draft, after)
    assert.deepEqual(edited.sort(), ['description', 'shortDescription'])
    assert.deepEqual(merged.verdicts, { name: 'APPROVE', images: 'REJECT' })
    assert.equal(merged.reasons.length, 2)
  })

  test('points at the images if the image is gone', () => {
    const after = entryWith('REVISION', { images: [{ id: 'i2' }] }, { version: 5 })
    const { draft: merged } = mergeDraft(draft, after)
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
  const merged = mergeDraft(draft, after)
  assert.deepEqual(merged.edited, [])
  assert.deepEqual(merged.draft.verdicts, { description: 'REJECT' })
})

describe('looking at an edited entry', () => {
  const after = entryWith('REVISION', { name: 'Bolt M8', description: 'Longer', images }, { version: 5 })

  test('as a whole ends the notice', () => {
    const seen = withSeen(draft, after)
    assert.equal(seen.version, 5)
    assert.deepEqual(mergeDraft(seen, after).edited, [])
  })

  test('field by field ends the notice after the last one', () => {
    const one = withSeen(draft, after, 'name')
    assert.deepEqual(mergeDraft(one, after).edited, ['description'])
    const both = withSeen(one, after, 'description')
    assert.deepEqual(mergeDraft(both, after).edited, [])
    assert.equal(both.version, 5)
  })
})
