import { ActionIcon, Menu } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
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
  if (!canWrite) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t.reasons.actions(template.code)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen(template.id)}>
          {t.actions.edit}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onDelete(template)}>
          {t.actions.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
