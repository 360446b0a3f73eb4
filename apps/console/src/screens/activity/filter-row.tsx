import { Button, Group, Select, TextInput } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import type { AddressChanges } from '../../ui/use-address-state.ts'
import type { ActivityFilters } from './activity-query.ts'
import { eventTypes } from './use-activity-filters.ts'

const texts = t.activity

type Props = { filters: ActivityFilters; onChange: (changes: AddressChanges) => void }

/** The filters of the activity, which are in the address. */
export function FilterRow({ filters: { type, from, to }, onChange }: Props) {
  return (
    <Group gap="sm" mb="md" align="flex-end" role="search" aria-label={texts.title}>
      <Select
        label={texts.type}
        placeholder={texts.anyType}
        data={typeOptions()}
        value={type ?? null}
        onChange={(chosen) => onChange({ type: chosen })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        w={{ base: '100%', xs: 240 }}
      />
      <TextInput
        type="date"
        label={texts.from}
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={texts.to}
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      {(type || from || to) && (
        <Button variant="subtle" onClick={() => onChange({ type: null, from: null, to: null })}>
          {t.actions.clearFilters}
        </Button>
      )}
    </Group>
  )
}

/** The types of events, in groups by what they are about. */
function typeOptions() {
  return Object.entries(texts.groups).map(([kind, group]) => ({
    group,
    items: eventTypes
      .filter((type) => type.startsWith(`${kind}.`))
      .map((value) => ({ value, label: texts.events[value][0] ?? value }))
  }))
}
