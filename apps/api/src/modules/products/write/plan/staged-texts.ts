import { isDeepStrictEqual } from 'node:util'
import { textChange } from '../../../../lib/text-change.ts'
import { type ModeratedText, moderatedTexts } from '../../fields/lists.ts'
import { productFieldTable } from '../../fields/product-fields.ts'
import type { StoredRevision, TextChanges, Texts } from '../fields.ts'
import type { StagedChange } from '../write-changes.ts'

/**
 * Stages texts of a live product, field by field (contract 2.2). A text that equals its live value is not staged: if another
 * value of this field is staged, it is removed from the staged edits.
 *
 * `given` are the texts of the update, `changes` those of them that differ from the live ones, and `live` the live values
 * of these. `staged` are the staged edits so far.
 */
export function stageTexts(
  staged: StoredRevision | null,
  { given, changes, live }: Record<'given' | 'changes' | 'live', Partial<Texts>>
): StagedChange {
  const before: StoredRevision = staged ?? {}
  const stages = Object.fromEntries(
    moderatedTexts.filter((text) => changes[text] !== undefined).map((text) => [text, changes[text]])
  ) as Partial<Texts>
  const changed = moderatedTexts.filter(
    (text) => given[text] !== undefined && !isDeepStrictEqual(before[text], stages[text])
  )
  const unstages = changed.filter((text) => !(text in stages))
  const rest = Object.keys(before).filter((field) => !unstages.some((text) => text === field))
  return {
    ...{ stages, unstages, changed },
    isWithdrawn: rest.length === 0 && Object.keys(stages).length === 0,
    ...(changed.length > 0 && { textChanges: textChangesOf(live, stages) })
  }
}

function textChangesOf(live: Partial<Texts>, stages: Partial<Texts>): TextChanges {
  const texts = moderatedTexts.filter((text) => text in stages)
  return Object.fromEntries(
    texts.map((text) => {
      const isHtml = productFieldTable[text].kind === 'html'
      return [text, textChange(wordsOf(live[text]), wordsOf(stages[text]), { isHtml })]
    })
  )
}

/** Attributes count as the text of their JSON, one on each line. */
function wordsOf(value: Texts[ModeratedText] | undefined): string | null {
  if (value === undefined || value === null || typeof value === 'string') return value ?? null
  return Object.entries(value)
    .map((entry) => entry.map((part) => JSON.stringify(part)).join(' '))
    .join('\n')
}
