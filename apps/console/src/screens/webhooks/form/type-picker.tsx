import { Checkbox, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import type { EventType } from '@purveyor/client'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { findTypes, type TypeGroup, typeGroups } from '../type-groups.ts'
import classes from './type-picker.module.css'

type Props = {
  value: readonly EventType[]
  onChange: (types: EventType[]) => void
  error: string | undefined
}

/** Chooses types of events, in groups by what they are about. Groups with a chosen type are open at first. */
export function TypePicker({ value, onChange, error }: Props) {
  const { side } = useSignedIn()
  const [search, setSearch] = useState('')
  const groups = typeGroups(side)
  const found = findTypes(groups, search)
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        groups.filter(({ types }) => types.some((type) => value.includes(type))).map(({ label }) => label)
      )
  )
  const chosen = new Set(value)
  function toggle(types: readonly EventType[], isChosen: boolean) {
    const kept = value.filter((type) => !types.includes(type))
    onChange(isChosen ? [...kept, ...types] : kept)
  }
  return (
    <Stack gap="xs">
      <TextInput
        aria-label={texts.findType}
        placeholder={texts.findType}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        // Enter would submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        maw={320}
      />
      <div className={classes.groups}>
        {found.map((group) => (
          <Group
            key={group.label}
            group={group}
            chosen={chosen}
            isOpen={search !== '' || open.has(group.label)}
            onOpen={(isOpen) => setOpen(withMember(open, group.label, isOpen))}
            onToggle={toggle}
          />
        ))}
        {found.length === 0 && (
          <Text c="dimmed" p="md">
            {texts.noType}
          </Text>
        )}
      </div>
      {error && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

function withMember(set: ReadonlySet<string>, member: string, isMember: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (isMember) next.add(member)
  else next.delete(member)
  return next
}

type GroupProps = {
  group: TypeGroup
  chosen: ReadonlySet<EventType>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onToggle: (types: readonly EventType[], isChosen: boolean) => void
}

function Group({ group: { label, types }, chosen, isOpen, onOpen, onToggle }: GroupProps) {
  const id = useId()
  const count = types.filter((type) => chosen.has(type)).length
  return (
    <fieldset className={classes.group} aria-label={label}>
      <div className={classes.head}>
        <Checkbox
          size="sm"
          aria-label={texts.selectGroup(label)}
          checked={count === types.length}
          indeterminate={count > 0 && count < types.length}
          onChange={(event) => onToggle(types, event.currentTarget.checked)}
        />
        <UnstyledButton
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!isOpen)}
        >
          <Text span fw={600}>
            {label}{' '}
            <Text span c="dimmed" fz="sm" fw={400}>
              {texts.selected(count, types.length)}
            </Text>
          </Text>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className={classes.types}>
            {types.map((type) => (
              <Checkbox
                key={type}
                size="sm"
                label={texts.types[type]}
                description={<code>{type}</code>}
                checked={chosen.has(type)}
                onChange={(event) => onToggle([type], event.currentTarget.checked)}
              />
            ))}
          </div>
        )}
      </div>
    </fieldset>
  )
}
