import { isDeepStrictEqual } from 'node:util'
import type { ProductStatus } from '../schema.ts'
import type { StoredRevision } from '../write/revision-queries.ts'

/** The moderated fields that a product's body takes; images have their own endpoints (specification 2.2). */
export const moderatedTexts = ['name', 'shortDescription', 'description'] as const

export type ModeratedText = (typeof moderatedTexts)[number]
export type Texts = { name: string; shortDescription: string | null; description: string | null }

/** Whether edits of moderated fields wait for approval; in the other states they apply at once (specification 3). */
export function isLive(status: ProductStatus): boolean {
  return status === 'PUBLISHED' || status === 'HIDDEN'
}

/** The texts sent that differ from the live ones. */
export function changedTexts(live: Texts, sent: Partial<Texts>): Partial<Texts> {
  return Object.fromEntries(
    moderatedTexts.flatMap((field) =>
      sent[field] === undefined || sent[field] === live[field] ? [] : [[field, sent[field]]]
    )
  )
}

/**
 * Merges texts into the staged edits, field by field: one that equals its live value is taken out, or not staged at
 * all. `changed` names the fields that are staged otherwise than before; an empty revision is null.
 */
export function stageTexts(
  live: Texts,
  staged: StoredRevision | null,
  sent: Partial<Texts>
): { revision: StoredRevision | null; changed: ModeratedText[] } {
  const before: StoredRevision = staged ?? {}
  const kept = Object.entries(before).filter(
    ([field]) => !moderatedTexts.some((text) => text === field && sent[text] !== undefined)
  )
  const after: StoredRevision = { ...Object.fromEntries(kept), ...changedTexts(live, sent) }
  const changed = moderatedTexts.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  return { revision: Object.keys(after).length > 0 ? after : null, changed }
}
