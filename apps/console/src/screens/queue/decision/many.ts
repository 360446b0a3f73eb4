import type { Me, ModerationEntry, ReasonInput, ReasonTemplate } from '@purveyor/client'
import { entryKey, isClaimedByOther } from '../entry.ts'
import { emptyDraft, rejecting } from './draft.ts'
import { inputOf } from './request.ts'
import { reasonOf } from './templates.ts'

/** What to do with many entries. Changes are accepted or hidden instead. */
export type ManyVerdict = 'APPROVE' | 'REJECT'

/** The maximum number of decisions in one request. */
export const maxDecisions = 1000

/** Why an entry is left out. */
export type Omission = 'leftOut' | 'notShown' | 'claimed' | 'noVariants' | 'failed' | 'tooMany'

type Options = {
  verdict: ManyVerdict
  me: Me
  /** The keys of the entries that were scrolled into view. */
  shown: ReadonlySet<string>
  /** The codes of the errors of earlier attempts, by the key of the entry. */
  failed: ReadonlyMap<string, string>
  /** The keys of the entries that the person leaves out. */
  leftOut?: ReadonlySet<string>
  takeOver: boolean
}

/** The entries that will be decided, and why the others are left out. */
export type ManyPlan = { decided: ModerationEntry[]; omitted: Map<string, Omission> }

/** Plans decisions on many entries. Nothing is decided that was not shown. */
export function planMany(entries: ModerationEntry[], options: Options): ManyPlan {
  const plan: ManyPlan = { decided: [], omitted: new Map() }
  for (const entry of entries) {
    const omission =
      omissionOf(entry, options) ?? (plan.decided.length < maxDecisions ? undefined : 'tooMany')
    if (omission) plan.omitted.set(entryKey(entry), omission)
    else plan.decided.push(entry)
  }
  return plan
}

function omissionOf(entry: ModerationEntry, options: Options) {
  const { verdict, me, shown, failed, leftOut, takeOver } = options
  const key = entryKey(entry)
  if (leftOut?.has(key)) return 'leftOut'
  const code = failed.get(key)
  if (verdict === 'APPROVE' && entry.kind === 'PRODUCT' && entry.product.variantCount === 0)
    return 'noVariants'
  if (!takeOver && (code === 'CLAIMED' || isClaimedByOther(entry, me))) return 'claimed'
  if (code !== undefined && code !== 'CLAIMED') return 'failed'
  return shown.has(key) ? undefined : 'notShown'
}

/** A reason for many entries: a template, or a text of one's own, whose `fields` is empty. */
export type ManyReason = Pick<ReasonTemplate, 'text' | 'fields'> & { code: string | null }

/** Returns the body of `POST /platform/moderation/decisions`, with the versions that were shown. */
export function decisionSet(
  entries: ModerationEntry[],
  { verdict, reasons, takeOver }: { verdict: ManyVerdict; reasons: ManyReason[]; takeOver: boolean }
) {
  const items = entries.map((entry) => ({
    id: entry.product.id,
    kind: entry.kind,
    version: entry.version,
    decision: verbOf(entry, verdict),
    ...(verdict === 'REJECT' ? { reasons: reasons.map((reason) => inputFor(entry, reason)) } : {}),
    ...(takeOver ? { takeOver } : {})
  }))
  return { items }
}

function verbOf({ kind }: ModerationEntry, verdict: ManyVerdict) {
  if (kind !== 'CHANGE') return verdict
  return verdict === 'APPROVE' ? 'ACCEPT' : 'HIDE'
}

/** Points a reason at the field of the entry for which its template is made. */
function inputFor(entry: ModerationEntry, reason: ManyReason): ReasonInput {
  if (reason.fields.length === 0) return inputOf(entry, { ...reason, id: '', target: { field: null } })
  return inputOf(entry, reasonOf(reason, entry, rejecting(emptyDraft(entry), entry)))
}

/** Counts entries by a text, the most frequent first. */
export function countBy(
  entries: ModerationEntry[],
  textOf: (entry: ModerationEntry) => string
): [string, number][] {
  const counts = [...Map.groupBy(entries, textOf)].map(([text, { length }]): [string, number] => [
    text,
    length
  ])
  return counts.sort(([, a], [, b]) => b - a)
}
