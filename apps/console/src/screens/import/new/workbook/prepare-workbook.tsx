import { Alert, Button, Group, Text, Tooltip } from '@mantine/core'
import { BadRequest } from '@purveyor/client'
import { importsTexts } from '../../../../texts/import.ts'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { sizeText } from '../file-section.tsx'
import { isWorkbook, type ModeChange, outdated, type WorkbookDraft } from '../import-draft.ts'
import { ModeSection } from '../mode-section.tsx'
import { OutcomePanel } from '../outcome-panel.tsx'
import { Section } from '../section.tsx'
import { BarFrame } from '../send-bar.tsx'
import { type AnyDraft, type DraftState, useStateOf } from '../use-import-draft.ts'
import { type SendingState, useSending } from '../use-sending.ts'
import { CellFaults } from './cell-faults.tsx'
import { workbookSender } from './workbook-sender.ts'

type Props = { draft: WorkbookDraft; state: DraftState<AnyDraft> }

/** Everything between choosing a workbook and sending it. The service reads its rows. */
export function PrepareWorkbook({ draft, state: anyState }: Props) {
  const state = useStateOf(anyState, draft, isWorkbook)
  const sending = useSending(state, workbookSender)
  const isLocked = draft.sending !== undefined
  const { outcome, ignoredColumns = [] } = draft
  const change = (changes: ModeChange) => void state.change((now) => outdated({ ...now, ...changes }))
  const { file: texts, workbook } = importsTexts
  return (
    <>
      <Section
        title={draft.name}
        intro={sizeText(draft.file.size)}
        actions={
          <Button variant="default" onClick={() => void state.replace(null)} disabled={isLocked}>
            {texts.change}
          </Button>
        }
      >
        {draft.retryOf && <Text>{workbook.retryOf}</Text>}
        <Text>{workbook.hint}</Text>
        {ignoredColumns.length > 0 && <Alert color="amber">{workbook.ignored(ignoredColumns)}</Alert>}
      </Section>
      {outcome && <OutcomePanel draft={draft} outcome={outcome} />}
      {outcome && <CellFaults draft={draft} outcome={outcome} />}
      <ModeSection draft={draft} isLocked={isLocked} change={change} />
      <BarFrame
        draft={draft}
        sending={sending}
        isGrouped={draft.mode === 'create'}
        error={sending.error !== undefined && <SendError draft={draft} sending={sending} />}
      >
        <Buttons draft={draft} sending={sending} />
      </BarFrame>
    </>
  )
}

type SendingProps = { draft: WorkbookDraft; sending: SendingState<WorkbookDraft> }

function Buttons({ draft, sending }: SendingProps) {
  const { outcome } = draft
  const isChecked = outcome?.isDryRun === true && !outcome.isOutdated
  const texts = importsTexts.send
  const send = (isDryRun: boolean) =>
    void sending.start(isDryRun, (now, request) => ({
      ...{ ...now, outcome: undefined, cellFaults: undefined, sending: request }
    }))
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" fz="sm" role="status">
        {!isChecked && importsTexts.workbook.checkFirst}
      </Text>
      <Group gap="xs">
        <Tooltip label={texts.dryRunHint}>
          <Button variant={isChecked ? 'default' : 'filled'} onClick={() => send(true)}>
            {texts.dryRun}
          </Button>
        </Tooltip>
        <Button variant={isChecked ? 'filled' : 'default'} onClick={() => send(false)}>
          {draft.mode === 'update' ? texts.update(0) : texts.import(0)}
        </Button>
      </Group>
    </Group>
  )
}

/** Says why a workbook was refused as a whole, or that it couldn't be sent. */
function SendError({ draft, sending: { error, retry } }: SendingProps) {
  const texts = importsTexts.workbook
  if (!(error instanceof BadRequest) || error.faults.length === 0)
    return <ErrorAlert error={error} onRetry={draft.sending ? retry : undefined} />
  return (
    <Alert color="red" role="alert" title={texts.refused}>
      {error.faults.slice(0, maxReasons).map(({ cell, message }) => (
        <Text key={`${cell} ${message}`} inherit>
          {cell ? texts.inCell(cell, message) : message}
        </Text>
      ))}
    </Alert>
  )
}

/** The number of reasons that are listed. */
const maxReasons = 8
