import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { t } from '../../../texts/texts.ts'
import { draftKey, drafts } from '../../../ui/drafts.ts'

type Props = { opened: boolean; onClose: () => void; onPaste: (text: string) => void }

/** Takes rows that were copied from a spreadsheet or a text. */
export function PasteDialog({ opened, onClose, onPaste }: Props) {
  const { me } = useSignedIn()
  const key = draftKey(me, 'pasted-rows', 'new')
  const [text, setText] = useState(() => drafts.read<string>(key) ?? '')
  const change = (value: string) => {
    setText(value)
    drafts.write(key, value)
  }
  const submit = () => {
    drafts.delete(key)
    setText('')
    onPaste(text)
  }
  const { file: texts } = importsTexts
  return (
    <Modal opened={opened} onClose={onClose} title={texts.pasteTitle} size="lg">
      <Stack>
        <Textarea
          label={texts.pasteLabel}
          description={texts.pasteHint}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          rows={12}
          spellCheck={false}
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.actions.cancel}
          </Button>
          <Button onClick={submit} disabled={text.trim() === ''}>
            {texts.pasteSubmit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
