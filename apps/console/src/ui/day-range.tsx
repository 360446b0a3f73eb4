import { Group, Text, TextInput } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { useAddressState } from './use-address-state.ts'

/** The first and the last day that a list shows, stored in the address as `from` and `to`. */
export function DayRange({ label }: { label: string }) {
  const [params, change] = useAddressState()
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={label}>
      <Text c="dimmed" fz="sm" visibleFrom="sm" aria-hidden>
        {label}
      </Text>
      <TextInput
        type="date"
        aria-label={t.lists.from}
        value={from}
        max={to || undefined}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <Text c="dimmed" fz="sm" aria-hidden>
        –
      </Text>
      <TextInput
        type="date"
        aria-label={t.lists.to}
        value={to}
        min={from || undefined}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </Group>
  )
}
