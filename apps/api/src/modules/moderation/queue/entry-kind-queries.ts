import type { EntryKindName, QueueCounts } from '../schema.ts'

/**
 * The entries of one kind in the moderation queue, as SQL text. Entries are identified by the id of their
 * product.
 *
 * Two partial indexes with the condition `condition` must exist: one on (`at`, `id`) and one on (`vendor`, `at`,
 * `id`). With these indexes, a page of the queue is read in order and only as far as it reaches.
 */
export type EntrySource = {
  /** The field of the page's `counts`. */
  counted: keyof QueueCounts
  /** A FROM clause with the row `p` of `products`. */
  from: string
  /** The condition under which the row is an entry that waits for a decision. */
  condition: string
  /** The column with the time when the entry began to wait. */
  at: string
  id: string
  /** The expression for the vendor's id with which the index on the vendor begins. */
  vendor: string
  /** The id of the rule that would have decided if the entry weren't a sample, or null. */
  sampledBy: string
}

/** Where the entries of each kind are. */
export const entrySources: Record<EntryKindName, EntrySource> = {
  PRODUCT: {
    counted: 'products',
    from: 'products p',
    condition: "p.status = 'PENDING_APPROVAL'",
    at: 'p.submitted_at',
    id: 'p.id',
    vendor: "case when p.status = 'PENDING_APPROVAL' then p.vendor_id end",
    sampledBy: 'p.sampled_by'
  },
  REVISION: {
    counted: 'revisions',
    from: 'products p',
    condition: 'p.pending_revision is not null',
    at: 'p.pending_revision_submitted_at',
    id: 'p.id',
    vendor: 'case when p.pending_revision is not null then p.vendor_id end',
    sampledBy: 'p.sampled_by'
  },
  CHANGE: {
    counted: 'changes',
    from: 'watched_changes w join products p on p.id = w.product_id',
    condition: 'w.is_waiting',
    at: 'w.submitted_at',
    id: 'w.product_id',
    vendor: 'w.vendor_id',
    sampledBy: 'null::uuid'
  }
}

/** The names of all kinds of entries. */
export const entryKindNames = Object.keys(entrySources) as EntryKindName[]

/** The condition for the row `m` of `moderation_claims` under which the claim is in effect. */
export const inEffect = 'm.expires_at > now()'
