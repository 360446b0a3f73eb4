import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { t } from '../../../texts/texts.ts'
import { optionsOfLines } from './definition-values.ts'

const texts = attributeEditorTexts

type Props = {
  isOpen: boolean
  onClose: () => void
  onAdd: (options: { code: string; label: string }[]) => void
}

/** Adds options from lines that a person has pasted. */
export function AddOptionsDialog({ isOpen, onClose, onAdd }: Props) {
  const [text, setText] = useState('')
  const options = optionsOfLines(text)
  function close() {
    setText('')
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={texts.addManyTitle}>
      <Stack>
        <Textarea
          label={texts.options}
          description={texts.addManyHint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t.actions.cancel}
          </Button>
          <Button
            disabled={options.length === 0}
            onClick={() => {
              onAdd(options)
              close()
            }}
          >
            {texts.addManySubmit(options.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
