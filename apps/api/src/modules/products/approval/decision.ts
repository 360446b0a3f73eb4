import type { JsonValue } from '../../../db/connect.ts'
import type { StoredRevision } from '../write/fields.ts'
import type { Reason } from '../write/reason.ts'

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
