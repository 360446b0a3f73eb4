import { Skeleton } from '@mantine/core'
import { useCallback } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import type { CheckResult } from '../data/file-types.ts'
import { readSavedMap, saveMap } from '../data/saved-map.ts'
import { CategoryChoices } from './category-choices.tsx'
import { FileError } from './choose-file.tsx'
import { FaultSection } from './fault-section.tsx'
import { FileSection } from './file-section.tsx'
import {
  type DraftChange,
  type ImportDraft,
  isRows,
  type ModeChange,
  mappedColumns,
  withChange,
  withEdits
} from './import-draft.ts'
import { MappingSection } from './mapping-section.tsx'
import { ModeSection } from './mode-section.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { PreviewSection } from './preview-section.tsx'
import { rowSender } from './row-sender.ts'
import { SendBar } from './send-bar.tsx'
import { useCheck } from './use-check.ts'
import { type AnyDraft, type DraftState, useStateOf } from './use-import-draft.ts'
import { useSending } from './use-sending.ts'

type Props = { draft: ImportDraft; state: DraftState<AnyDraft> }

/** Everything between choosing a file and sending it. Nothing can be changed while it is being sent. */
export function PrepareImport({ draft, state: anyState }: Props) {
  const state = useStateOf(anyState, draft, isRows)
  const { me } = useSignedIn()
  const vendorId = me.vendor?.id ?? ''
  const check = useCheck(draft)
  const sending = useSending(state, rowSender)
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
  const changeMode = (changes: ModeChange) =>
    change({ ...changes, ...(changes.mode && { map: readSavedMap(vendorId, changes.mode) }) })
  const send = ({ body, numbers }: CheckResult, isDryRun: boolean) =>
    void sending.start(isDryRun, (now, request) => {
      const columns = Object.fromEntries(
        mappedColumns(now).flatMap(({ column, field }) => (column.startsWith('_') ? [] : [[column, field]]))
      )
      saveMap(vendorId, now.mode, { ...now.map, columns })
      return { ...now, outcome: undefined, sending: { ...request, body, numbers } }
    })
  const props = { draft, isLocked, change }
  return (
    <>
      <FileSection {...props} check={check} replace={replace} />
      {draft.outcome && <OutcomePanel draft={draft} outcome={draft.outcome} />}
      <ModeSection draft={draft} isLocked={isLocked} change={changeMode} />
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
      <SendBar draft={draft} check={check} sending={sending} onSend={send} />
    </>
  )
}
