import { Anchor, Group, Skeleton, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { Page } from '../../../ui/page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { DonePanel } from './outcome-panel.tsx'
import { PrepareImport } from './prepare-import.tsx'
import { useImportDraft } from './use-import-draft.ts'

/** A new import: choosing a file, its columns, and sending it. */
export function NewImportPage() {
  const state = useImportDraft()
  const { draft } = state
  const back = (
    <Anchor component={Link} href="/imports" inherit>
      <Group gap={4} component="span" wrap="nowrap">
        <IconArrowLeft size={14} aria-hidden />
        {t.imports.all}
      </Group>
    </Anchor>
  )
  return (
    <Page title={t.imports.newTitle} intro={back} size="xl">
      <Stack gap="lg">
        {draft === undefined && <Skeleton height={240} radius="md" aria-hidden />}
        {draft === null && <ChooseFile onOpen={state.replace} />}
        {draft?.isDone && draft.outcome && (
          <DonePanel outcome={draft.outcome} onAnother={() => void state.replace(null)} />
        )}
        {draft && !draft.isDone && <PrepareImport draft={draft} state={state} />}
      </Stack>
    </Page>
  )
}
