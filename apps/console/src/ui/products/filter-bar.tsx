import { CloseButton, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { catalogTexts } from '../../texts/catalog.ts'
import { platformProductsTexts } from '../../texts/platform-products.ts'
import { t } from '../../texts/texts.ts'
import { FilterPopover } from '../filter-popover.tsx'
import { VendorSelect } from '../vendor-select.tsx'
import { type ChangeFilters, type FilterName, type Filters, otherCount } from './filters.ts'

type Props = {
  filters: Filters
  /** The filters that the list has. */
  names: readonly FilterName[]
  onChange: ChangeFilters
  children: ReactNode
}

/**
 * The search and the filters of a list of products. Those that are used less are in a popover. `children` are the buttons about
 * what is shown.
 */
export function FilterBar({ filters, names, onChange, children }: Props) {
  return (
    <Group gap="xs" px={{ base: 'sm', sm: 'md' }} pb="sm">
      <Search value={filters.search ?? ''} onChange={(search) => onChange({ search })} />
      <Select
        aria-label={catalogTexts.status}
        placeholder={catalogTexts.anyStatus}
        data={Object.entries(catalogTexts.statuses).map(([value, label]) => ({ value, label }))}
        value={filters.status ?? null}
        onChange={(status) => onChange({ status })}
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        flex="1 1 130px"
        maw={190}
      />
      {names.includes('vendorId') && (
        <VendorSelect
          aria-label={platformProductsTexts.vendor}
          placeholder={platformProductsTexts.anyVendor}
          value={filters.vendorId ?? null}
          onChange={(vendorId) => onChange({ vendorId })}
          clearButtonProps={{ 'aria-label': t.actions.clear }}
          flex="1 1 150px"
          maw={220}
        />
      )}
      <MoreFilters {...{ filters, names, onChange }} />
      <Group gap="xs" ml={{ sm: 'auto' }}>
        {children}
      </Group>
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
      aria-label={catalogTexts.search}
      placeholder={catalogTexts.search}
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

function MoreFilters({ filters, names, onChange }: Omit<Props, 'children'>) {
  const active = otherCount(filters)
  const label = active > 0 ? catalogTexts.activeFilters(active) : catalogTexts.filters
  return (
    <FilterPopover label={label} active={active} width={320} height={380} text={catalogTexts.filters}>
      {(close) => <FilterForm {...{ filters, names, onChange }} onClose={close} />}
    </FilterPopover>
  )
}
