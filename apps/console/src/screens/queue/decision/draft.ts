import type { ModerationEntry } from '@purveyor/client'
import { imagesOf, variantsOf } from '../entry.ts'

export type Verdict = 'APPROVE' | 'REJECT'

/** What a reason is about: a field, one of its images or variants, or, without a field, the whole entry. */
export type Target = {
  field: string | null
  imageId?: string
  variantId?: string
  /** A field of the variant. */
  variantField?: string
}

/** A reason as the reviewer has written or chosen it. `id` is only for the console. */
export type DraftReason = { id: string; code: string | null; text: string; target: Target }

/** A decision that is being prepared. It is stored until it is sent. */
export type Draft = {
  /** The version of the entry that was reviewed, and a fingerprint of each of its values. */
  version: number
  seen: Record<string, string>
  /** True if the whole entry is being rejected. Only for new products and changes. */
  isRejecting: boolean
  /** Decisions on the fields of a revision. */
  verdicts: Record<string, Verdict>
  reasons: DraftReason[]
  /** A reason that is being typed, and what it is about. */
  text: string
  target: Target
  takeOver: boolean
}

export const wholeEntry: Target = { field: null }

/** Returns the draft of an entry on which nothing was decided. */
export function emptyDraft(entry: ModerationEntry): Draft {
  return {
    version: entry.version,
    seen: fingerprints(entry),
    isRejecting: false,
    verdicts: {},
    reasons: [],
    text: '',
    target: wholeEntry,
    takeOver: false
  }
}

/** True if a draft has nothing that would be lost. */
export function isUntouched({ isRejecting, verdicts, reasons, text }: Draft): boolean {
  return !isRejecting && Object.keys(verdicts).length === 0 && reasons.length === 0 && text.trim() === ''
}

/** True if a draft has something that an approval of the whole entry would discard. */
export function hasRejection({ verdicts, reasons, text }: Draft): boolean {
  return reasons.length > 0 || text.trim() !== '' || Object.values(verdicts).includes('REJECT')
}

/** Returns the fields of an entry, each once, in the order of the queue. */
export function fieldsOf(entry: ModerationEntry): string[] {
  return [...new Set(entry.changes.map(({ field }) => field))]
}

/** Sets the decision on a field; undefined leaves it open. */
export function withVerdict(draft: Draft, field: string, verdict: Verdict | undefined): Draft {
  const { [field]: _, ...others } = draft.verdicts
  return { ...draft, verdicts: verdict ? { ...others, [field]: verdict } : others }
}

const cycle = new Map<Verdict | undefined, Verdict | undefined>([
  [undefined, 'APPROVE'],
  ['APPROVE', 'REJECT'],
  ['REJECT', undefined]
])

/** Changes the decision on a field from open to approve, to reject, and to open again. */
export function withNextVerdict(draft: Draft, field: string): Draft {
  return withVerdict(draft, field, cycle.get(draft.verdicts[field]))
}

/** Prepares a rejection: of the whole entry, or, in a revision without a rejected field, of all open fields. */
export function rejecting(draft: Draft, entry: ModerationEntry): Draft {
  if (entry.kind !== 'REVISION') return { ...draft, isRejecting: true }
  if (Object.values(draft.verdicts).includes('REJECT')) return draft
  const open = fieldsOf(entry).filter((field) => !draft.verdicts[field])
  return open.reduce((result, field) => withVerdict(result, field, 'REJECT'), draft)
}

/** Returns a reason with an id of its own. */
export function newReason(reason: Omit<DraftReason, 'id'>): DraftReason {
  return { ...reason, id: [...crypto.getRandomValues(new Uint32Array(3))].join('-') }
}

/** Adds a reason. Its field is then rejected. A reason with the same text for the same target isn't added again. */
export function withReason(draft: Draft, entry: ModerationEntry, reason: DraftReason): Draft {
  const rejected = withRejected(draft, entry, reason.target)
  if (draft.reasons.some((other) => isSameReason(other, reason))) return rejected
  return { ...rejected, reasons: [...draft.reasons, reason] }
}

/** Adds the text that is being typed as a reason. In a revision, it is about the only rejected field if there is one. */
export function withTyped(draft: Draft, entry: ModerationEntry): Draft {
  const text = draft.text.trim()
  if (text === '') return draft
  const rejected = fieldsOf(entry).filter((field) => draft.verdicts[field] === 'REJECT')
  const [only] = rejected.length === 1 ? rejected : []
  const target = draft.target.field === null && only !== undefined ? { field: only } : draft.target
  return { ...withReason(draft, entry, newReason({ code: null, text, target })), text: '' }
}

/** Adds the text that is being typed as a reason, unless it is about something that isn't rejected. */
export function withTypedIfRejected(draft: Draft, entry: ModerationEntry): Draft {
  return isRejected(draft, entry, draft.target) ? withTyped(draft, entry) : draft
}

/** True if what a reason is about is being rejected. */
function isRejected(draft: Draft, entry: ModerationEntry, { field }: Target): boolean {
  if (entry.kind !== 'REVISION') return draft.isRejecting
  return field === null
    ? Object.values(draft.verdicts).includes('REJECT')
    : draft.verdicts[field] === 'REJECT'
}

/** Removes a reason. Returns undefined if there is no reason with this text for this target. */
export function withoutReason(draft: Draft, reason: DraftReason): Draft | undefined {
  const reasons = draft.reasons.filter((other) => !isSameReason(other, reason))
  return reasons.length < draft.reasons.length ? { ...draft, reasons } : undefined
}

/** Changes the text of a reason. The code of its template stays: it says what kind of reason it is. */
export function withText(draft: Draft, reason: DraftReason, text: string): Draft {
  const change = (one: DraftReason) => (one.id === reason.id ? { ...one, text } : one)
  return { ...draft, reasons: draft.reasons.map(change) }
}

/** Moves a reason before the reason that is above it for the same field. */
export function withMoved(draft: Draft, entry: ModerationEntry, reason: DraftReason): Draft {
  const isTogether = (other: DraftReason) =>
    entry.kind !== 'REVISION' || other.target.field === reason.target.field
  const index = draft.reasons.findIndex(({ id }) => id === reason.id)
  const above = draft.reasons.slice(0, Math.max(index, 0)).findLastIndex(isTogether)
  if (above < 0) return draft
  const others = draft.reasons.filter(({ id }) => id !== reason.id)
  return { ...draft, reasons: others.toSpliced(above, 0, reason) }
}

/** Prepares the rejection of what a reason is about. */
export function withRejected(draft: Draft, entry: ModerationEntry, { field }: Target): Draft {
  if (entry.kind !== 'REVISION' || field === null) return rejecting(draft, entry)
  return withVerdict(draft, field, 'REJECT')
}

export function isSameReason(a: DraftReason, b: DraftReason): boolean {
  return a.text === b.text && isSameTarget(a.target, b.target)
}

function isSameTarget(a: Target, b: Target): boolean {
  return (
    a.field === b.field &&
    a.imageId === b.imageId &&
    a.variantId === b.variantId &&
    a.variantField === b.variantField
  )
}

/** Parts of proposed values that change without an edit by the vendor. */
const volatile = new Set(['url', 'updatedAt', 'stockOnHand', 'stockReserved', 'stockAvailable', 'price'])

/**
 * Returns a short text for each field of an entry, which changes with the proposed value. Drafts store these texts,
 * because the values themselves can be too large for the storage of the browser.
 */
function fingerprints({ changes }: ModerationEntry): Record<string, string> {
  const values = Map.groupBy(changes, ({ field }) => field)
  return Object.fromEntries(
    [...values].map(([field, parts]) => {
      const value = parts.map(({ variantId, proposed }) => [variantId, proposed])
      return [field, hash(JSON.stringify(value, (key, part) => (volatile.has(key) ? undefined : part)))]
    })
  )
}

/** Returns a hash of 53 bits (cyrb53). It only has to differ between the edits of one field. */
function hash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36)
}

/**
 * A draft for the entry as it is now. `edited` has the fields that the vendor has added, changed or withdrawn since the
 * draft was made.
 */
type MergedDraft = { draft: Draft; edited: string[] }

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
