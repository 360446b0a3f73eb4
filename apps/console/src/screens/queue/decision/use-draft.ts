import type { ModerationEntry } from '@purveyor/client'
import { useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { entryKey } from '../entry.ts'
import { type Draft, emptyDraft, isUntouched } from './draft.ts'
import { mergeDraft, withSeen } from './merge-draft.ts'

/** The draft of the decision on an entry, as the entry is now. */
export type DraftState = {
  draft: Draft
  /** The fields that the vendor has edited since the draft was made. */
  edited: string[]
  change(update: (draft: Draft) => Draft): void
  /** Records that the person has seen the entry, or one of its fields, as it is now. */
  see(field?: string): void
  /** Removes everything that was prepared. */
  clear(): void
}

/** Reads the stored draft of an entry, or makes one, and stores its changes. */
export function useDraft(entry: ModerationEntry): DraftState {
  const { me } = useSignedIn()
  const key = draftKey(me, 'decision', entryKey(entry))
  const read = () => ({ key, draft: drafts.read<Draft>(key) ?? emptyDraft(entry) })
  const [stored, setStored] = useState(read)
  const current = stored.key === key ? stored : read()
  if (current !== stored) setStored(current)
  // Several changes can follow each other before the next rendering.
  const latest = useRef(current)
  latest.current = current
  const { draft, edited } = mergeDraft(current.draft, entry)

  function store(next: Draft) {
    if (isUntouched(next)) drafts.delete(key)
    else drafts.write(key, next)
    latest.current = { key, draft: next }
    setStored(latest.current)
  }
  return {
    draft,
    edited,
    change: (update) => store(update(mergeDraft(latest.current.draft, entry).draft)),
    see: (field) => store(withSeen(latest.current.draft, entry, field)),
    clear: () => store(emptyDraft(entry))
  }
}
