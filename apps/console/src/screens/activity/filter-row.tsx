import { Button, Group, Pill, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { activityTexts } from '../../texts/activity.ts'
import { t } from '../../texts/texts.ts'
import { DateInput } from '../../ui/date-input.tsx'
import type { AddressChanges } from '../../ui/use-address-state.ts'
import { VendorSelect } from '../../ui/vendor-select.tsx'
import type { ActivityFilters } from './activity-query.ts'
import type { ListedEvent } from './event-list.tsx'
import { eventTypes, noFilters } from './use-activity-filters.ts'

const texts = activityTexts.activity

type Props = {
  filters: ActivityFilters
  isFiltered: boolean
  /** True if the list can be limited to one vendor. */
  hasVendor: boolean
  /** The events that are shown, which name the actor. */
  events: readonly ListedEvent[] | undefined
  onChange: (changes: AddressChanges) => void
}

/** The filters of the activity, which are in the address. */
export function FilterRow({ filters, isFiltered, hasVendor, events, onChange }: Props) {
  const { side } = useSignedIn()
  const { type, from, to, vendorId, subjectId } = filters
  return (
    <Group gap="sm" mb="md" align="flex-end" role="search" aria-label={texts.title}>
      <Select
        label={texts.type}
        placeholder={texts.anyType}
        data={typeOptions(side)}
        value={type ?? null}
        onChange={(chosen) => onChange({ type: chosen })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        w={{ base: '100%', xs: 220 }}
      />
      {hasVendor && (
        <VendorSelect
          label={activityTexts.audit.vendor}
          placeholder={activityTexts.audit.anyVendor}
          value={vendorId ?? null}
          onChange={(id) => onChange({ vendorId: id })}
          clearButtonProps={{ 'aria-label': t.actions.clear }}
          w={{ base: '100%', xs: 190 }}
        />
      )}
      <ActorFilter filters={filters} events={events} onChange={onChange} />
      <DateInput
        w={150}
        label={texts.from}
        value={from}
        max={to || undefined}
        onChange={(from) => onChange({ from })}
      />
      <DateInput
        w={150}
        label={texts.to}
        value={to}
        min={from || undefined}
        onChange={(to) => onChange({ to })}
      />
      {subjectId && (
        <Pill
          size="lg"
          withRemoveButton
          onRemove={() => onChange({ subjectId: null })}
          removeButtonProps={{ 'aria-label': activityTexts.audit.showAll, 'aria-hidden': false, tabIndex: 0 }}
        >
          {activityTexts.audit.oneSubject}
        </Pill>
      )}
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          {t.actions.clearFilters}
        </Button>
      )}
    </Group>
  )
}

/** Chooses who made the changes: the people and API tokens of the team, and those that the list has named. */
function ActorFilter({
  filters: { actorId },
  events,
  onChange
}: Pick<Props, 'filters' | 'events' | 'onChange'>) {
  const team = useActors()
  const named = (events ?? []).find(({ actor }) => actor.id === actorId && actor.name)?.actor.name
  const isKnown = team?.some(({ items }) => items.some(({ value }) => value === actorId)) ?? false
  if (!team && !actorId) return null
  const other = actorId && !isKnown ? [{ value: actorId, label: named ?? activityTexts.audit.someone }] : []
  return (
    <Select
      label={activityTexts.audit.actor}
      placeholder={activityTexts.audit.anyActor}
      data={[...other, ...(team ?? [])]}
      value={actorId ?? null}
      onChange={(id) => onChange({ actorId: id })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.actions.clear }}
      w={{ base: '100%', xs: 190 }}
    />
  )
}

/** Reads the people and API tokens of the team, for those who may see them. */
function useActors() {
  const { side, purveyor, canManage } = useSignedIn()
  const calls = side === 'platform' ? purveyor.platform : purveyor
  const { data } = useQuery({
    queryKey: ['activity', 'actors'],
    queryFn: async ({ signal }) => {
      const [{ members }, { apiTokens }] = await Promise.all([
        calls.members.list({ signal }),
        calls.apiTokens.list({ signal })
      ])
      const optionsOf = (all: readonly { id: string; name: string }[]) =>
        all.map(({ id, name }) => ({ value: id, label: name }))
      return [
        { group: activityTexts.audit.people, items: optionsOf(members) },
        ...(apiTokens.length > 0 ? [{ group: activityTexts.audit.tokens, items: optionsOf(apiTokens) }] : [])
      ]
    },
    enabled: canManage
  })
  return data
}

/** The types of events, in groups by what they are about. */
function typeOptions(side: 'vendor' | 'platform') {
  const names: Record<string, readonly string[]> = { ...texts.events, ...activityTexts.audit.events }
  const groups = side === 'platform' ? { ...activityTexts.audit.groups, ...texts.groups } : texts.groups
  return Object.entries(groups).map(([kind, group]) => ({
    group,
    items: eventTypes[side]
      .filter((type) => type.startsWith(`${kind}.`))
      .map((value) => ({ value, label: names[value]?.[0] ?? value }))
  }))
}
