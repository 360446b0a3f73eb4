import type { ProductStatus } from '../modules/products/schema.ts'
import type { StagedImage, StoredRevision } from '../modules/products/write/revision-queries.ts'
import type { DemoProduct } from './demo-product.ts'

const hour = 3_600_000
const day = 24 * hour

/** What became of a product after it was created; times are ISO 8601. */
export type DemoState = {
  id: string
  status: ProductStatus
  createdAt: string
  updatedAt: string
  revision: StoredRevision | null
  stagedAt: string | null
  moderation: {
    decision: 'APPROVED' | 'REJECTED'
    target: 'PRODUCT' | 'REVISION'
    reason: string | null
    decidedAt: string
    proposed: StoredRevision | null
  } | null
}

/** When the n-th of so many products was created: over the last quarter, and lately where it waits for approval. */
export function createdAt(
  { status }: DemoProduct,
  { n, of, now }: { n: number; of: number; now: number }
): number {
  const left = (of - n) / of
  return now - (status === 'PENDING_APPROVAL' ? left * 30 * day : 4 * day + left * 86 * day)
}

/** `images` is the proposed set where the revision has pictures. */
export function demoState(
  product: DemoProduct,
  { id, created, now, images }: { id: string; created: number; now: number; images: StagedImage[] }
): DemoState {
  const { status = 'PUBLISHED', reason = null, revision } = product
  const { pictures, ...texts } = revision ?? {}
  const proposed = revision ? { ...texts, ...(pictures && { images }) } : null
  const base = { id, status, createdAt: iso(created) }
  if (status === 'PENDING_APPROVAL') {
    return { ...base, updatedAt: iso(created), revision: null, stagedAt: null, moderation: null }
  }
  const decided = { decidedAt: iso(created + 20 * hour), proposed: null }
  if (status === 'DRAFT') {
    const moderation = { ...decided, decision: 'REJECTED', target: 'PRODUCT', reason } as const
    return { ...base, updatedAt: decided.decidedAt, revision: null, stagedAt: null, moderation }
  }
  if (proposed && reason) {
    const decidedAt = iso(now - 2 * day)
    const moderation = { decision: 'REJECTED', target: 'REVISION', reason, decidedAt, proposed } as const
    return { ...base, updatedAt: decidedAt, revision: null, stagedAt: null, moderation }
  }
  const moderation = { ...decided, decision: 'APPROVED', target: 'PRODUCT', reason } as const
  const stagedAt = proposed && iso(now - 5 * hour - (created % (40 * hour)))
  return { ...base, updatedAt: stagedAt ?? decided.decidedAt, revision: proposed, stagedAt, moderation }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
