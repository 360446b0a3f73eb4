import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { catalogTexts } from '../../../texts/catalog.ts'
import classes from '../catalog.module.css'
import type { ChangeSet } from '../changes/change-set.ts'
import type { Selected } from './use-selected.ts'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))
const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }))

/** What can be done with selected products. The first two are collected as changes, the others apply at once. */
export type Action = 'percent' | 'stock' | 'onSale' | 'offSale' | 'submit'
const actions: Action[] = ['percent', 'stock', 'onSale', 'offSale', 'submit']

type Props = {
  selected: Selected
  changes: ChangeSet
  /** The latest change when the first rows were read. */
  since: string | undefined
  onExport(): void
  isExporting: boolean
  /** Called when products were changed. */
  onDone(): void
}

/** Says how many products are selected, and what can be done with them. */
export function SelectionBar({ selected, changes, since, onExport, isExporting, onDone }: Props) {
  const { canWrite } = useSignedIn()
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  if (selected.count === 0) return null
  return (
    <section className={classes.bar} aria-label={catalogTexts.selection}>
      <Tooltip label={catalogTexts.clearSelection}>
        <ActionIcon onClick={selected.clear} aria-label={catalogTexts.clearSelection} ml="auto">
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
      <Text fw={600} role="status">
        {catalogTexts.selected(selected.count, selected.isExact)}
      </Text>
      <Button variant="default" onClick={onExport} loading={isExporting}>
        {catalogTexts.exportSelected}
      </Button>
      {canWrite && (
        <Menu position="top-end" shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              {catalogTexts.actions}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((name) => (
              <Menu.Item key={name} onClick={() => setAction(name)}>
                {catalogTexts.action[name]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Suspense fallback={null}>
        {(action === 'percent' || action === 'stock') && (
          <EditDialog kind={action} onClose={close} {...{ selected, changes, since }} />
        )}
        {action && action !== 'percent' && action !== 'stock' && (
          <ActionDialog kind={action} onClose={close} onDone={onDone} selected={selected} />
        )}
      </Suspense>
    </section>
  )
}
