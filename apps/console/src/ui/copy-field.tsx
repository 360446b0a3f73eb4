import { ActionIcon, CopyButton, TextInput, type TextInputProps, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../texts/texts.ts'
import classes from './copy-field.module.css'

type Props = Pick<TextInputProps, 'label' | 'description'> & { value: string }

/** A value to copy. Clicking selects it, for pages that may not use the clipboard because they came by plain HTTP. */
export function CopyField({ value, ...props }: Props) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <TextInput
          {...props}
          value={value}
          readOnly
          classNames={{ input: classes.value }}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={
            <Tooltip label={copied ? t.actions.copied : t.actions.copy}>
              <ActionIcon
                color={copied ? 'green' : 'gray'}
                onClick={copy}
                aria-label={copied ? t.actions.copied : t.actions.copy}
              >
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            </Tooltip>
          }
        />
      )}
    </CopyButton>
  )
}
