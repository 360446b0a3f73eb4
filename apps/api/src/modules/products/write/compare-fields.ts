import { isDeepStrictEqual } from 'node:util'
import { textChange } from '../../../lib/text-change.ts'
import {
  isLive,
  moderatedTexts,
  type ProductFields,
  type StoredRevision,
  type TextChanges,
  type Texts
} from './fields.ts'
import type { StoredProduct } from './stored-queries.ts'
import type { ProductChange, StagedChange } from './write-changes.ts'

/**
 * Compares the sent values of a product's own fields with the stored values. Returns the sent values that
 * differ: moderated fields of a live product in `staged`, all other fields in `fields`, which apply
 * immediately (contract 3, 4.2).
 */
export function compareFields(
  stored: StoredProduct,
  sent: ProductFields
): Pick<ProductChange, 'fields' | 'staged'> {
  const live = isLive(stored.status)
  const isStaged = (field: string) => live && moderatedTexts.some((text) => text === field)
  const changed = Object.entries(sent).filter(
    ([field, value]) =>
      value !== undefined &&
      !isStaged(field) &&
      !isDeepStrictEqual(value, stored[field as keyof ProductFields])
  )
  const fields: ProductFields = Object.fromEntries(changed)
  return live ? { fields, staged: stageTexts(stored, stored.pendingRevision, sent) } : { fields }
}

/**
 * Merges texts into the staged edits, field by field. A text that equals its live value is not staged. If
 * another value of this field is staged, it is removed from the staged edits.
 */
export function stageTexts(live: Texts, staged: StoredRevision | null, sent: Partial<Texts>): StagedChange {
  const before: StoredRevision = staged ?? {}
  const given = moderatedTexts.filter((text) => sent[text] !== undefined)
  const stages = Object.fromEntries(
    given.filter((text) => sent[text] !== live[text]).map((text) => [text, sent[text]])
  ) as Partial<Texts>
  const changed = given.filter((text) => !isDeepStrictEqual(before[text], stages[text]))
  const unstages = changed.filter((text) => !(text in stages))
  const rest = Object.keys(before).filter((field) => !unstages.some((text) => text === field))
  return {
    ...{ stages, unstages, changed },
    isWithdrawn: rest.length === 0 && Object.keys(stages).length === 0,
    ...(changed.length > 0 && { textChanges: textChangesOf(live, stages) })
  }
}

function textChangesOf(live: Texts, stages: Partial<Texts>): TextChanges {
  const texts = moderatedTexts.filter((text) => text in stages)
  return Object.fromEntries(
    texts.map((text) => {
      const isHtml = text === 'description'
      return [text, textChange(live[text], stages[text] ?? null, { isHtml })]
    })
  )
}
