import type { JsonValue } from '../../../db/connect.ts'
import { type Origin, systemOrigin, withSource } from '../../../events.ts'
import type { StoredRevision } from '../write/fields.ts'
import type { LockedProduct } from '../write/stored-queries.ts'
import type { DecidingRule, FieldVerdict, Reason } from '../write/transition.ts'

export type { DecidingRule, FieldVerdict, Reason }

/** A decision on a locked new product or revision, by a person or by a rule. */
export type LockedDecision = {
  product: LockedProduct
  kind: 'PRODUCT' | 'REVISION'
  /** The decision on the whole entry. With `fields`, it is REJECT if any field is rejected. */
  decision: 'APPROVE' | 'REJECT'
  /** The reasons of the whole decision, including those in `fields`. */
  reasons: Reason[]
  /** For a revision, the decided fields. If omitted, all staged fields get `decision`. */
  fields?: Record<string, FieldVerdict>
  /** The rule that makes an automatic decision. Omitted if a person decides. */
  rule?: DecidingRule
}

/** Returns the origin of a decision by a rule: the service, with the id of the request that `origin` has. */
export function automaticOrigin({ requestId }: Origin, rule: DecidingRule): Origin {
  return withSource({ ...systemOrigin, requestId }, 'RULE', rule.id)
}

/** A decision as `products.moderation` stores it. The migrations describe it. */
export type StoredModeration = {
  decision: 'APPROVED' | 'REJECTED'
  target: 'PRODUCT' | 'REVISION'
  reason: string | null
  reasons: Reason[]
  decidedAt: string
  fields: Record<
    string,
    { decision: 'APPROVED' | 'REJECTED'; reasons: Reason[]; proposed: JsonValue; decidedAt: string }
  >
  proposed: string[] | null
}

/** Returns the stored form of the rejection of a whole revision for one reason. */
export function storedRejection(revision: StoredRevision, text: string, decidedAt: string): StoredModeration {
  const reasons = [{ code: null, pointer: null, imageId: null, text }]
  const fields = Object.entries(revision).map(([field, proposed]) => {
    return [field, { decision: 'REJECTED', reasons, proposed, decidedAt }] as const
  })
  return {
    ...{ decision: 'REJECTED', target: 'REVISION', reason: text, reasons, decidedAt },
    fields: Object.fromEntries(fields),
    proposed: Object.keys(revision)
  }
}

/** The results of publishing new images, by image id: the public storage path, or the error that occurred. */
export type PublishedImages = ReadonlyMap<string, string | Error>

/** The moderated fields, in the order in which the API lists them. */
export const moderatedFields = ['name', 'shortDescription', 'description', 'images'] as const

/**
 * Returns the decision on each field of a revision. A reason of a decision on the whole revision belongs
 * to the field that it points at. A reason that points at no staged field belongs to all fields, and so do
 * all reasons for a field that would otherwise have none.
 */
export function fieldVerdicts({
  product,
  decision,
  reasons,
  fields
}: Pick<LockedDecision, 'product' | 'decision' | 'reasons' | 'fields'>): Record<string, FieldVerdict> {
  if (fields) return fields
  const staged = product.revisedFields ?? []
  const targets = reasons.map((reason) => staged.find((field) => field === fieldOf(reason)))
  const reasonsOf = (field: string) => {
    const own = reasons.filter((_, index) => targets[index] === undefined || targets[index] === field)
    return own.length > 0 ? own : reasons
  }
  return Object.fromEntries(staged.map((field) => [field, { decision, reasons: reasonsOf(field) }]))
}

/** Returns the field that a reason points at, or undefined if it points at none. */
function fieldOf({ pointer, imageId }: Reason): string | undefined {
  const [, first, second] = pointer?.split('/') ?? []
  const field = first === 'pendingRevision' ? second : first
  return field ?? (imageId === null ? undefined : 'images')
}
