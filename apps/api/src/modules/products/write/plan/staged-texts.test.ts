import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { forModeratedTexts } from '../../fields/lists.ts'
import type { StoredRevision, Texts } from '../fields.ts'
import type { StagedChange } from '../write-changes.ts'
import { stageTexts } from './staged-texts.ts'

const live: Texts = { ...forModeratedTexts(() => null), attributes: {}, name: 'Bolt', description: 'Long' }
const images = [
  { id: 'a', isNew: true, variantId: null, alt: '', sortOrder: 0, isPrimary: true }
] satisfies StoredRevision['images']

/** Stages texts as an update does whose values are compared with the live ones. */
function stage(base: Texts, staged: StoredRevision | null, given: Partial<Texts>): StagedChange {
  const differs = ([field, value]: [string, unknown]) => value !== base[field as keyof Texts]
  const changes: Partial<Texts> = Object.fromEntries(Object.entries(given).filter(differs))
  return stageTexts(staged, { given, changes, live: base })
}

/** Returns the staged edits after a change, merged as `updateProducts` does. */
function applied(
  staged: StoredRevision | null,
  { stages, unstages }: Pick<StagedChange, 'stages' | 'unstages'>
): StoredRevision | null {
  const rest = Object.entries(staged ?? {}).filter(([field]) => !unstages.includes(field))
  const after = { ...Object.fromEntries(rest), ...stages }
  return Object.keys(after).length > 0 ? after : null
}

describe('staging texts', () => {
  type Case = [string, StoredRevision | null, Partial<Texts>, StoredRevision | null, string[]]
  const cases: Case[] = [
    [
      'a value equal to the live one stages nothing',
      null,
      { name: 'Bolt', shortDescription: null },
      null,
      []
    ],
    ['another value is staged', null, { name: 'Nut' }, { name: 'Nut' }, ['name']],
    ['null is a value', null, { description: null }, { description: null }, ['description']],
    [
      'an empty text is not null',
      null,
      { shortDescription: '' },
      { shortDescription: '' },
      ['shortDescription']
    ],
    [
      'a later edit merges field by field',
      { name: 'Nut', description: 'New' },
      { name: 'Screw' },
      { name: 'Screw', description: 'New' },
      ['name']
    ],
    [
      'the live value removes a field',
      { name: 'Nut', description: 'New' },
      { name: 'Bolt' },
      { description: 'New' },
      ['name']
    ],
    ['without any fields there is no revision', { name: 'Nut' }, { name: 'Bolt' }, null, ['name']],
    ['a value that is already staged changes nothing', { name: 'Nut' }, { name: 'Nut' }, { name: 'Nut' }, []],
    ['omitted fields stay staged', { name: 'Nut' }, {}, { name: 'Nut' }, []],
    ['images stay staged', { name: 'Nut', images }, { name: 'Bolt' }, { images }, ['name']]
  ]
  for (const [title, staged, sent, revision, changed] of cases) {
    test(title, () => {
      const change = stage(live, staged, sent)
      assert.deepEqual(change.changed, changed)
      assert.deepEqual(applied(staged, change), revision)
      assert.equal(change.isWithdrawn, revision === null)
    })
  }

  const text = fc.constantFrom('a', 'b', '')
  const optionalText = fc.constantFrom('a', 'b', '', null)
  const maps = fc.constantFrom<Record<string, string>>({}, { series: 'a' }, { series: 'b' })
  const texts = { ...forModeratedTexts(() => optionalText), name: text, attributes: maps }
  const sentTexts: fc.Arbitrary<Partial<Texts>> = fc.record(texts, { requiredKeys: [] })
  const liveTexts: fc.Arbitrary<Texts> = fc.record(texts)

  test('after any edits, the revision has the last values that differ from the live ones', () => {
    fc.assert(
      fc.property(liveTexts, fc.array(sentTexts), (base, edits) => {
        const staged = edits.reduce<StoredRevision | null>(
          (before, sent) => applied(before, stage(base, before, sent)),
          null
        )
        const last = Object.entries(Object.assign({}, ...edits) as Partial<Texts>)
        const changes = last.filter(([field, value]) => value !== base[field as keyof Texts])
        assert.deepEqual(staged ?? {}, Object.fromEntries(changes))
      })
    )
  })

  test('the same edit again changes nothing', () => {
    fc.assert(
      fc.property(liveTexts, sentTexts, sentTexts, (base, first, second) => {
        const once = applied(null, stage(base, null, first))
        const twice = applied(once, stage(base, once, second))
        const again = stage(base, twice, second)
        assert.deepEqual(again.changed, [])
        assert.deepEqual(applied(twice, again), twice)
      })
    )
  })
})
