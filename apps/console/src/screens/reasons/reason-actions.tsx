import { ActionIcon, Menu } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'

type Props = {
  template: ReasonTemplate
  onOpen: (id: string) => void
  onDelete: (template: ReasonTemplate) => void
}

/** The menu of a reason. Viewers have none. */
export function ReasonActions({ template, onOpen, onDelete }: Props) {
  const { canWrite } = useSignedIn()
  const button = useRef<HTMLButtonElement>(null)
  if (!canWrite) return null
  /** Dialogs return the focus to the element that had it, which the items of a closed menu can't have. */
  const fromButton = (open: () => void) => () => {
    button.current?.focus()
    open()
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} aria-label={t.reasons.actions(template.code)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={fromButton(() => onOpen(template.id))}>
          {t.actions.edit}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={fromButton(() => onDelete(template))}
        >
          {t.actions.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
