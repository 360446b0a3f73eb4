import type { ChangeSet, DecisionResults, Me, ModerationEntry } from '@purveyor/client'
import { draftKey } from '../../ui/drafts.ts'

export type EntryKind = ModerationEntry['kind']

/** Returns the text that names an entry in addresses, in lists and in drafts: `REVISION.0199f921-…`. */
export function entryKey({ kind, product }: Pick<ModerationEntry, 'kind' | 'product'>): string {
  return `${kind}.${product.id}`
}

/** Returns the text that names a change set in addresses and lists: `SET.0199f921-…`. */
export function setKey({ id }: Pick<ChangeSet, 'id'>): string {
  return `SET.${id}`
}

/** Returns the key of the draft of a correction. */
export function correctionKey(me: Me, entry: ModerationEntry, field: string): string {
  return draftKey(me, 'correction', `${entryKey(entry)} ${field}`)
}

/** Returns the proposed images of an entry, in their order. */
export function imagesOf(entry: ModerationEntry): { id: string; alt?: string }[] {
  return listOf(entry, 'images')
}

/** Returns the variants of a new product, in their order. */
export function variantsOf(entry: ModerationEntry): { id: string; name?: string; sku?: string }[] {
  return listOf(entry, 'variants')
}

function listOf(entry: ModerationEntry, name: string): { id: string }[] {
  const value = entry.changes.find(({ field }) => field === name)?.proposed
  return Array.isArray(value) ? value : []
}

/** Returns the keys of the entries that were decided, and the errors of the others by key. */
export function resultsByKey({ results }: DecisionResults) {
  const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}.${id}`
  const decided = results.filter(({ status }) => status === 'DECIDED').map(keyOf)
  const failed = results.flatMap((result) => (result.error ? [[keyOf(result), result.error] as const] : []))
  return { decided, failed: new Map(failed) }
}

/** True if someone else holds an entry now. */
export function isClaimedByOther({ claimedBy }: ModerationEntry, me: Me, now = Date.now()): boolean {
  return claimedBy !== null && claimedBy.id !== me.user?.id && Date.parse(claimedBy.expiresAt) > now
}
