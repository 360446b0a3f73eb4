import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../error-alert.tsx'
import { PreviewResult } from './preview-result.tsx'
import type { Preview } from './use-preview.ts'

const texts = attributeEditorTexts.preview

type Props<Values> = {
  preview: Preview<Values>
  /** True if requirements are enforced later. */
  isLater?: boolean
  isSaving: boolean
  onSubmit: () => void
}

/** Says what a change would do to the products, and asks whether to save it. */
export function PreviewDialog<Values>({ preview, isLater = false, isSaving, onSubmit }: Props<Values>) {
  const { state, start, close } = preview
  return (
    <Modal opened={state !== undefined} onClose={close} title={texts.title} size="lg">
      {state && (
        <Stack>
          <div role="status">
            {state.result && <PreviewResult result={state.result} isLater={isLater} />}
            {!state.result && state.error === undefined && <Checking />}
          </div>
          {state.error !== undefined && (
            <ErrorAlert error={state.error} onRetry={() => void start(state.values)} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={isSaving} data-autofocus>
              {t.actions.cancel}
            </Button>
            <Button variant={state.result ? 'filled' : 'default'} loading={isSaving} onClick={onSubmit}>
              {state.result ? texts.submit : texts.skip}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Checking() {
  return (
    <Group gap="sm" wrap="nowrap" mih={64}>
      <Loader size="sm" />
      <div>
        <Text>{texts.checking}</Text>
        <Text c="dimmed" fz="sm">
          {texts.checkingHint}
        </Text>
      </div>
    </Group>
  )
}
