import type { ModerationEntry } from '@purveyor/client'

export type EntryKind = ModerationEntry['kind']

/** Returns the text that names an entry in addresses, in lists and in drafts: `REVISION.0199f921-…`. */
export function entryKey({ kind, product }: Pick<ModerationEntry, 'kind' | 'product'>): string {
  return `${kind}.${product.id}`
}
