import type { ModeratedField, ModerationReason, Product } from '@purveyor/client'
import { moderatedFields } from '@purveyor/client/fields'
import { isLive } from './is-live.ts'

/** The decision that still concerns the vendor: of a rejected product, or of rejected fields of the latest edits. */
export type OpenRejection = { reasons: ModerationReason[]; decidedAt: string; fields: ModeratedField[] }

/** Returns the rejection that the vendor should react to, if there is one. */
export function rejectionOf({ status, moderation, pendingRevision }: Product): OpenRejection | undefined {
  if (moderation?.decision !== 'REJECTED') return undefined
  const { target, reasons, decidedAt } = moderation
  if (target === 'PRODUCT') return status === 'DRAFT' ? { reasons, decidedAt, fields: [] } : undefined
  if (!isLive({ status })) return undefined
  const fields = moderatedFields.filter(
    (field) =>
      moderation.fields[field]?.decision === 'REJECTED' && !(pendingRevision && field in pendingRevision)
  )
  if (fields.length === 0) return undefined
  const ofFields = fields.flatMap((field) =>
    // A reason without a pointer is about the field that was decided.
    (moderation.fields[field]?.reasons ?? []).map((one) => ({ ...one, pointer: one.pointer ?? `/${field}` }))
  )
  return { reasons: ofFields, decidedAt, fields }
}

/** Returns the path of a reason in the product, without the name of the staged edits. */
export function pathOf({ pointer }: ModerationReason): string[] {
  return (pointer ?? '').split('/').filter((part) => part !== '' && part !== 'pendingRevision')
}

/** Returns the open reasons about a field. */
export function reasonsAt(product: Product, field: string): ModerationReason[] {
  const rejection = rejectionOf(product)
  const ofField = rejection?.fields.find((rejected) => rejected === field)
  if (ofField) return product.moderation?.fields[ofField]?.reasons ?? []
  return (rejection?.reasons ?? []).filter((reason) => {
    const [first] = pathOf(reason)
    return first === field || (first === undefined && reason.imageId !== null && field === 'images')
  })
}

/** Returns the rejected text of a field, if it isn't the live one. */
export function rejectedText(product: Product, field: string): string | undefined {
  const proposed = rejectedValue(product, field)
  return typeof proposed === 'string' ? proposed : undefined
}

/** Returns the rejected attributes of the product, if they aren't the live ones. */
export function rejectedAttributes(product: Product): Record<string, unknown> | undefined {
  const proposed = rejectedValue(product, 'attributes')
  return typeof proposed === 'object' ? proposed : undefined
}

function rejectedValue(product: Product, field: string) {
  const rejected = rejectionOf(product)?.fields.find((one) => one === field)
  if (rejected === undefined || rejected === 'images') return undefined
  return product.moderation?.fields[rejected]?.proposed ?? undefined
}
