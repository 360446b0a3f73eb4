import { Skeleton } from '@mantine/core'
import { useCallback } from 'react'
import { CategoryChoices } from './category-choices.tsx'
import { FileError } from './choose-file.tsx'
import { FaultSection } from './fault-section.tsx'
import { FileSection } from './file-section.tsx'
import { type DraftChange, type ImportDraft, withChange, withEdits } from './import-draft.ts'
import { MappingSection } from './mapping-section.tsx'
import { ModeSection } from './mode-section.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { PreviewSection } from './preview-section.tsx'
import { SendBar } from './send-bar.tsx'
import { useCheck } from './use-check.ts'
import type { DraftState } from './use-import-draft.ts'
import { useSending } from './use-sending.ts'

type Props = { draft: ImportDraft; state: DraftState }

/** Everything between choosing a file and sending it. Nothing can be changed while it is being sent. */
export function PrepareImport({ draft, state }: Props) {
  const check = useCheck(draft)
  const sending = useSending(state)
  const { change: changeDraft, replace } = state
  const isLocked = draft.sending !== undefined
  const change = useCallback(
    (changes: DraftChange) => void changeDraft((now) => withChange(now, changes)),
    [changeDraft]
  )
  const edit = useCallback(
    (edits: { number: number; column: number; text: string }[]) =>
      void changeDraft((now) => withEdits(now, edits)),
    [changeDraft]
  )
  const props = { draft, isLocked, change }
  return (
    <>
      <FileSection {...props} check={check} replace={replace} />
      {draft.outcome && <OutcomePanel draft={draft} outcome={draft.outcome} />}
      <ModeSection {...props} />
      <MappingSection {...props} />
      {check.error !== undefined && <FileError error={check.error} />}
      {!check.result && check.isChecking && <Skeleton height={320} radius="md" aria-hidden />}
      {check.result && (
        <>
          <PreviewSection draft={draft} check={check} />
          <CategoryChoices {...props} unknown={check.result.unknownCategories} />
          {check.result.faulty.length > 0 && (
            <FaultSection draft={draft} result={check.result} onEdit={isLocked ? undefined : edit} />
          )}
        </>
      )}
      <SendBar draft={draft} check={check} sending={sending} />
    </>
  )
}
