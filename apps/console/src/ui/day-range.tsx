import { Group, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { DateInput } from './date-input.tsx'
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
      <DateInput
        flex="1 1 132px"
        miw={0}
        maw={150}
        aria-label={t.lists.from}
        value={from}
        max={to || undefined}
        onChange={(from) => change({ from })}
      />
      <Text c="dimmed" fz="sm" aria-hidden>
        –
      </Text>
      <DateInput
        flex="1 1 132px"
        miw={0}
        maw={150}
        aria-label={t.lists.to}
        value={to}
        min={from || undefined}
        onChange={(to) => change({ to })}
      />
    </Group>
  )
}
