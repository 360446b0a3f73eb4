import { Skeleton, Stack } from '@mantine/core'
import { importsTexts } from '../../../texts/import.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { isWorkbook } from './import-draft.ts'
import { DonePanel } from './outcome-panel.tsx'
import { PrepareImport } from './prepare-import.tsx'
import { TemplatePanel } from './template-panel.tsx'
import { type AnyDraft, type DraftState, useImportDraft } from './use-import-draft.ts'
import { PrepareWorkbook } from './workbook/prepare-workbook.tsx'

/** A new import: choosing a file, its columns, and sending it. */
export function NewImportPage() {
  const state = useImportDraft()
  const { draft } = state
  return (
    <Page title={importsTexts.newTitle} intro={<BackLink href="/imports">{importsTexts.all}</BackLink>}>
      <Stack gap="lg">
        {draft === undefined && <Skeleton height={240} radius="md" aria-hidden />}
        {draft === null && (
          <>
            <ChooseFile onOpen={state.replace} />
            <TemplatePanel />
          </>
        )}
        {draft?.isDone && draft.outcome && (
          <DonePanel outcome={draft.outcome} onAnother={() => void state.replace(null)} />
        )}
        {draft && !draft.isDone && <Prepare draft={draft} state={state} />}
      </Stack>
    </Page>
  )
}

function Prepare({ draft, state }: { draft: AnyDraft; state: DraftState<AnyDraft> }) {
  if (isWorkbook(draft)) return <PrepareWorkbook draft={draft} state={state} />
  return <PrepareImport draft={draft} state={state} />
}
