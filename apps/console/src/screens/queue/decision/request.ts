import type { ModerationEntry, ReasonInput } from '@purveyor/client'
import { maxReasons, maxReasonText } from '../../../ui/reason-limits.ts'
import { imagesOf, variantsOf } from '../entry.ts'
import { type Draft, type DraftReason, fieldsOf, type Target } from './draft.ts'

/** Fields of variants. An entry of the kind CHANGE names the variant, but not its index in the product. */
const prices = ['vendorPrice', 'listPrice']

/** The fields of a variant that a reason can be about. */
export const variantFields = [
  'name',
  'sku',
  'upc',
  'partNumber',
  'unitOfMeasure',
  'vendorPrice',
  'listPrice',
  'weight'
] as const

/** Returns the pointer and the image of a reason, as the contract has them (4.13, "Reasons"). */
function pointerOf(
  entry: ModerationEntry,
  { field, imageId, variantId, variantField }: Target
): Pick<ReasonInput, 'pointer' | 'imageId'> {
  if (field === null) return {}
  const pointer = pointerOfField(entry, field)
  if (imageId !== undefined) {
    const index = indexOf(imagesOf(entry), imageId)
    return index === undefined ? { pointer, imageId } : { pointer: `${pointer}/${index}`, imageId }
  }
  const index = variantId === undefined ? undefined : indexOf(variantsOf(entry), variantId)
  if (index === undefined) return { pointer }
  return { pointer: `${pointer}/${index}${variantField ? `/${variantField}` : ''}` }
}

function pointerOfField({ kind }: ModerationEntry, field: string): string {
  if (kind === 'REVISION') return `/pendingRevision/${field}`
  if (kind === 'CHANGE' && prices.includes(field)) return '/variants'
  return `/${field}`
}

function indexOf(list: { id: string }[], id: string): number | undefined {
  const index = list.findIndex((one) => one.id === id)
  return index < 0 ? undefined : index
}

/** What a decision does to each field. For new products and changes, all fields have the same effect. */
export type Effect = { approved: string[]; rejected: string[]; open: string[] }

/** A request that makes a decision. `path` is below `/platform`. */
export type DecisionRequest = { path: string; body: Record<string, unknown> }

/** The maximum number of characters in the texts of all reasons together. */
const maxTotalText = 10_000

/** Returns what a draft would do. */
export function effectOf(entry: ModerationEntry, draft: Draft): Effect {
  const fields = fieldsOf(entry)
  if (entry.kind !== 'REVISION')
    return { approved: [], rejected: draft.isRejecting ? fields : [], open: draft.isRejecting ? [] : fields }
  const having = (verdict: string | undefined) => fields.filter((field) => draft.verdicts[field] === verdict)
  return { approved: having('APPROVE'), rejected: having('REJECT'), open: having(undefined) }
}

/** Why a draft can't be sent yet. */
export type Gap =
  | { type: 'nothing' }
  | { type: 'noReason'; fields: string[] }
  | { type: 'empty' }
  | { type: 'tooMany' }
  | { type: 'tooLong'; by: number }
  | { type: 'notAdded' }

/** Returns why a draft can't be sent yet, or undefined if it can. */
export function gapOf(entry: ModerationEntry, draft: Draft): Gap | undefined {
  const { approved, rejected } = effectOf(entry, draft)
  if (approved.length + rejected.length === 0) return { type: 'nothing' }
  if (rejected.length > 0 && draft.text.trim() !== '') return { type: 'notAdded' }
  const reasons = reasonsByField(entry, draft)
  const without = rejected.filter((field) => (reasons.get(field) ?? []).length === 0)
  if (without.length > 0) return { type: 'noReason', fields: entry.kind === 'REVISION' ? without : [] }
  const sent = sentReasons(entry, draft)
  if (sent.some(({ text }) => text.trim() === '')) return { type: 'empty' }
  if (sent.length > maxReasons) return { type: 'tooMany' }
  const excess = Math.max(0, ...sent.map(({ text }) => [...text].length - maxReasonText))
  if (excess > 0) return { type: 'tooLong', by: excess }
  const length = sent.reduce((sum, { text }) => sum + [...text].length, 0)
  return length > maxTotalText ? { type: 'tooLong', by: length - maxTotalText } : undefined
}

/** Returns the request that approves or accepts the whole entry. */
export function approvalOf(entry: ModerationEntry, { takeOver }: Pick<Draft, 'takeOver'>): DecisionRequest {
  const action = { PRODUCT: 'approve', REVISION: 'revision/approve', CHANGE: 'change/accept' }[entry.kind]
  return requestOf(entry, action, { takeOver })
}

/** Returns the request that a draft without gaps makes. */
export function decisionOf(entry: ModerationEntry, draft: Draft): DecisionRequest {
  const { takeOver } = draft
  if (entry.kind === 'PRODUCT') return requestOf(entry, 'reject', { takeOver, reasons: all(entry, draft) })
  if (entry.kind === 'CHANGE')
    return requestOf(entry, 'change/hide', { takeOver, reasons: all(entry, draft) })
  const { approved, rejected, open } = effectOf(entry, draft)
  if (open.length + rejected.length === 0) return approvalOf(entry, draft)
  if (open.length + approved.length === 0)
    return requestOf(entry, 'revision/reject', { takeOver, reasons: all(entry, draft) })
  const reasons = reasonsByField(entry, draft)
  const fields = Object.fromEntries([
    ...approved.map((field) => [field, { decision: 'APPROVE' }]),
    ...rejected.map((field) => [
      field,
      { decision: 'REJECT', reasons: (reasons.get(field) ?? []).map((reason) => inputOf(entry, reason)) }
    ])
  ])
  return requestOf(entry, 'revision/decide', { takeOver, fields })
}

/**
 * Returns the reasons that each rejected field gets, in the order in which the vendor reads them. Reasons for the whole
 * entry are those of the fields that have none of their own, or of the first field if all have.
 */
function reasonsByField(entry: ModerationEntry, draft: Draft): Map<string, DraftReason[]> {
  const { rejected } = effectOf(entry, draft)
  const general = draft.reasons.filter(({ target }) => target.field === null)
  const own = rejected.map(
    (field) => [field, draft.reasons.filter(({ target }) => target.field === field)] as const
  )
  if (entry.kind !== 'REVISION') return new Map(rejected.map((field) => [field, draft.reasons]))
  const haveAll = own.every(([, reasons]) => reasons.length > 0)
  return new Map(
    own.map(([field, reasons], index) => {
      const isGeneral = reasons.length === 0 || (haveAll && index === 0)
      return [field, isGeneral ? [...reasons, ...general] : reasons]
    })
  )
}

/** Returns the reasons that are sent, in their order: those of the fields, then those for the whole entry. */
export function sentReasons(entry: ModerationEntry, draft: Draft): DraftReason[] {
  if (entry.kind !== 'REVISION') return draft.reasons
  const { approved, rejected, open } = effectOf(entry, draft)
  if (approved.length + open.length > 0) return [...reasonsByField(entry, draft).values()].flat()
  const ofField = (field: string | null) => draft.reasons.filter(({ target }) => target.field === field)
  return [...rejected, null].flatMap(ofField)
}

function all(entry: ModerationEntry, draft: Draft): ReasonInput[] {
  return sentReasons(entry, draft).map((reason) => inputOf(entry, reason))
}

/** Returns a reason as a request contains it. */
export function inputOf(entry: ModerationEntry, { code, text, target }: DraftReason): ReasonInput {
  return { ...(code === null ? {} : { code }), ...pointerOf(entry, target), text: text.trim() }
}

/** Returns a request with the version that was shown. */
function requestOf(
  { product, version }: ModerationEntry,
  action: string,
  { takeOver, ...others }: { takeOver: boolean; [name: string]: unknown }
): DecisionRequest {
  return {
    path: `/products/${product.id}/${action}`,
    body: { version, ...others, ...(takeOver ? { takeOver } : {}) }
  }
}
