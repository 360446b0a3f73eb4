import {
  ActionIcon,
  CloseButton,
  Group,
  Indicator,
  Popover,
  Select,
  Skeleton,
  Stack,
  TextInput,
  Tooltip
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { type ChangeFilters, type Filters, otherCount } from './use-filters.ts'

type Props = { filters: Filters; onChange: ChangeFilters; children: ReactNode }

/** The search and the filters of the catalog. Those that are used less are in a popover. */
export function FilterBar({ filters, onChange, children }: Props) {
  return (
    <Group gap="xs" px={{ base: 'sm', sm: 'md' }} pb="sm">
      <Search value={filters.search ?? ''} onChange={(search) => onChange({ search })} />
      <Select
        aria-label={t.catalog.status}
        placeholder={t.catalog.anyStatus}
        data={Object.entries(t.catalog.statuses).map(([value, label]) => ({ value, label }))}
        value={filters.status ?? null}
        onChange={(status) => onChange({ status })}
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        flex="1 1 130px"
        maw={190}
      />
      <MoreFilters filters={filters} onChange={onChange} />
      {children}
    </Group>
  )
}

function Search({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const change = useDebouncedCallback(onChange, 250)
  return (
    <TextInput
      type="search"
      aria-label={t.catalog.search}
      placeholder={t.catalog.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label={t.actions.clear}
            onClick={() => {
              setText('')
              onChange('')
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        change(event.currentTarget.value)
      }}
      flex="2 1 200px"
      maw={380}
    />
  )
}

/** It is loaded when it is opened first. */
const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))

function MoreFilters({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const active = otherCount(filters)
  const [isOpen, setOpen] = useState(false)
  const label = active > 0 ? t.catalog.activeFilters(active) : t.catalog.filters
  return (
    <Popover
      width={320}
      position="bottom-end"
      shadow="md"
      withArrow
      trapFocus
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <Tooltip disabled={isOpen} label={label}>
          <Indicator disabled={active === 0} label={active} size={15} color="brand">
            <ActionIcon size="lg" variant="default" aria-label={label} onClick={() => setOpen(!isOpen)}>
              <IconFilter size={17} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        {/* The focus is here first: a list that gets it would open, and cover the other filters. */}
        <Stack gap="sm" tabIndex={-1} data-autofocus>
          <Suspense fallback={<Skeleton h={380} />}>
            <FilterForm filters={filters} onChange={onChange} onClose={() => setOpen(false)} />
          </Suspense>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
