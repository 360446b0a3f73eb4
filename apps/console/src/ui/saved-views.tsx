import { ActionIcon, Button, Group, Menu, Modal, Text, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconBookmark, IconDeviceFloppy, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useSignedIn } from '../session/session-context.tsx'
import { t } from '../texts/texts.ts'
import type { ChangeLayout, GridLayout } from './grid/use-grid-layout.ts'
import { ToolButton } from './tool-button.tsx'
import { useAddressState } from './use-address-state.ts'

/** A list as a person has arranged it: the parameters of its address, and the layout of its grid. */
type View = { name: string; values: Record<string, string>; layout: GridLayout }

type Props = {
  /** Names the list in the storage of the browser. */
  list: string
  /** The parameters of the address that a view stores. */
  names: readonly string[]
  layout: GridLayout
  onLayout: ChangeLayout
}

/** Opens, saves and removes views of a list. They are stored in the browser, for each person. */
export function SavedViews({ list, names, layout, onLayout }: Props) {
  const { me } = useSignedIn()
  const [views, setViews] = useLocalStorage<View[]>({
    key: `purveyor-views ${me.user?.id} ${list}`,
    defaultValue: [],
    getInitialValueInEffect: false
  })
  const [params, change] = useAddressState()
  const [isSaving, setSaving] = useState(false)
  const others = (name: string) => views.filter((view) => view.name !== name)

  function open(view: View): void {
    change(Object.fromEntries(names.map((name) => [name, view.values[name] ?? null])))
    onLayout(view.layout)
  }
  function save(name: string): void {
    const values = names.flatMap((one) => (params.get(one) ? [[one, params.get(one)]] : []))
    const view = { name, values: Object.fromEntries(values), layout }
    setViews([...others(name), view].sort((one, other) => one.name.localeCompare(other.name)))
    setSaving(false)
  }
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={260}>
        <Menu.Target>
          <ToolButton icon={IconBookmark} text={t.grid.views} />
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && (
            <Text c="dimmed" fz="sm" px="sm" py={6}>
              {t.grid.noViews}
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap">
              <Menu.Item onClick={() => open(view)} style={{ overflowWrap: 'anywhere' }}>
                {view.name}
              </Menu.Item>
              <ActionIcon
                aria-label={t.grid.removeView(view.name)}
                onClick={() => setViews(others(view.name))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={() => setSaving(true)}>
            {t.grid.saveView}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isSaving} onClose={() => setSaving(false)} title={t.grid.saveView}>
        <SaveForm onSave={save} />
      </Modal>
    </>
  )
}

function SaveForm({ onSave }: { onSave(name: string): void }) {
  const [name, setName] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t.grid.viewName}
        description={t.grid.viewHint}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={!name.trim()}>
          {t.actions.save}
        </Button>
      </Group>
    </form>
  )
}
