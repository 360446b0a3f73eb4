import type { ModerationEntry } from '@purveyor/client'
import { type Draft, fieldsOf, type Target } from './draft.ts'
import { fingerprints } from './fingerprint.ts'
import { imagesOf, variantsOf } from './targets.ts'

/**
 * A draft for the entry as it is now. `edited` has the fields that the vendor has added, changed or withdrawn since the
 * draft was made.
 */
export type MergedDraft = { draft: Draft; edited: string[] }

/**
 * Fits a draft to the entry as it is now. Decisions on edited fields are open again; all reasons are kept, but those for
 * fields that no longer wait aren't sent. Someone else can have decided on some of the fields; the version is then
 * still the same.
 */
export function mergeDraft(draft: Draft, entry: ModerationEntry): MergedDraft {
  const edited = draft.version === entry.version ? [] : editedFields(draft, entry)
  const fields = fieldsOf(entry)
  const verdicts = Object.entries(draft.verdicts).filter(
    ([field]) => fields.includes(field) && !edited.includes(field)
  )
  const reasons = draft.reasons.map((reason) => ({ ...reason, target: existing(reason.target, entry) }))
  const target = existing(draft.target, entry)
  return { draft: { ...draft, verdicts: Object.fromEntries(verdicts), reasons, target }, edited }
}

/** Records that the reviewer has seen a field, or all fields, of the entry as they are now. */
export function withSeen(draft: Draft, entry: ModerationEntry, field?: string): Draft {
  const now = fingerprints(entry)
  if (field === undefined) return { ...draft, version: entry.version, seen: now }
  const seen = { ...draft.seen, [field]: now[field] ?? '' }
  const isAllSeen = editedFields({ ...draft, seen }, entry).length === 0
  return { ...draft, seen, version: isAllSeen ? entry.version : draft.version }
}

function editedFields({ seen }: Draft, entry: ModerationEntry): string[] {
  const now = fingerprints(entry)
  return [...new Set([...Object.keys(now), ...Object.keys(seen)])].filter(
    (field) => now[field] !== seen[field]
  )
}

/** Returns the target, or its field if its image or variant no longer exists. */
function existing(target: Target, entry: ModerationEntry): Target {
  const { field, imageId, variantId } = target
  const isGone =
    (imageId !== undefined && !imagesOf(entry).some(({ id }) => id === imageId)) ||
    (variantId !== undefined && !variantsOf(entry).some(({ id }) => id === variantId))
  return isGone ? { field } : target
}
