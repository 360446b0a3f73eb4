import type { EventType } from '../../../event-types.ts'
import type { Role } from '../../../http/server/access.ts'
import type { EntryKindName } from '../../moderation/schema.ts'

/** What the mails about each subject say. Timestamps are ISO 8601 in UTC, amounts decimal text. */
export type Contents = {
  /** `invitedBy` is null if the operator has invited a member of a vendor. */
  INVITATION: { role: Role; expiresAt: string; invitedBy: string | null }
  PASSWORD_RESET: { expiresAt: string; issuedBy: string | null }
  /** `count` includes orders that aren't listed. */
  NEW_ORDERS: { count: number; orders: NewOrder[] }
  LATE_ORDER: { count: number; orders: LateOrder[] }
  /** `refused` and `approved` count the first 100 decisions. */
  PRODUCT_DECISIONS: { count: number; refused: number; approved: number; decisions: Decision[] }
  FAILED_IMPORTS: { count: number; imports: FailedImport[] }
  STATEMENTS: { statements: NewStatement[] }
  LOW_STOCK: { count: number; max: number; variants: LowVariant[] }
  APPROVAL_QUEUE: { kinds: { kind: EntryKindName; count: number; oldestAt: string }[] }
  WEBHOOK_FAILING: { webhooks: FailingWebhook[] }
}

export type NewOrder = {
  id: string
  orderNumber: string
  poNumber: string
  city: string | null
  state: string | null
  country: string | null
  units: number
  /** Of the purchase order. */
  total: string
  currency: string
  acknowledgeBy: string | null
  shipBy: string | null
}

export type LateOrder = {
  id: string
  orderNumber: string
  poNumber: string
  deadline: 'ACKNOWLEDGE' | 'SHIP'
  dueAt: string
}

export type DecisionType = Extract<
  EventType,
  | 'product.approved'
  | 'product.rejected'
  | 'product.revision_approved'
  | 'product.revision_rejected'
  | 'product.hidden'
  | 'product.published'
>

export type Decision = {
  type: DecisionType
  productId: string
  name: string
  sku: string
  reason: string | null
  /** How many of the approved values the operator had corrected. */
  corrected: number
  changedFields: string[]
  at: string
}

export type FailedImport = {
  id: string
  fileName: string | null
  status: string
  createdAt: string
  itemsTotal: number
  itemsFailed: number
  itemsCreated: number
  itemsUpdated: number
  imagesFailed: number
}

export type NewStatement = {
  id: string
  number: number
  periodStart: string
  periodEnd: string
  timeZone: string
  currency: string
  closingBalance: string
}

export type LowVariant = {
  productId: string
  name: string
  variant: string
  sku: string
  available: number
}

/** `hours` and `failingSince` are null if the webhook was stopped, by its receiver or by the operator. */
export type FailingWebhook = {
  id: string
  host: string
  description: string | null
  failingSince: string | null
  hours: number | null
  stoppedBy: 'RECEIVER' | 'OPERATOR' | null
  reason: string | null
}
