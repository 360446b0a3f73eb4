import type { ChangeSet, ModerationEntry } from '@purveyor/client'

export type EntryKind = ModerationEntry['kind']

/** Returns the text that names an entry in addresses, in lists and in drafts: `REVISION.0199f921-…`. */
export function entryKey({ kind, product }: Pick<ModerationEntry, 'kind' | 'product'>): string {
  return `${kind}.${product.id}`
}

/** Returns the text that names a change set in addresses and lists: `SET.0199f921-…`. */
export function setKey({ id }: Pick<ChangeSet, 'id'>): string {
  return `SET.${id}`
}
