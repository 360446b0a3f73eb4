import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { useVendorNames } from '../use-names.ts'
import type { ConditionProps } from './condition-field.tsx'

/** Vendors, found by their name. */
export function VendorField({ when, label, hint, error, onChange }: ConditionProps) {
  const { purveyor } = useSignedIn()
  const ids = when.vendorIds ?? []
  const names = useVendorNames(ids)
  const [search, setSearch] = useState('')
  const [searched] = useDebouncedValue(search.trim(), 200)
  const { data: found = [] } = useQuery({
    queryKey: ['vendors', 'search', searched, 'rule'],
    queryFn: async ({ signal }) => {
      const query = { first: 20, ...(searched && { search: searched }) }
      return (await purveyor.platform.vendors.list(query, { signal }).page()).vendors
    },
    placeholderData: keepPreviousData
  })
  const options = new Map(found.map(({ id, name, isActive }) => [id, isActive ? name : inactive(name)]))
  // The selected vendors have to be among the options, because their names are shown.
  for (const id of ids) options.set(id, nameOf(names.get(id)))
  return (
    <MultiSelect
      label={label}
      description={hint}
      error={error}
      placeholder={t.rules.condition.searchVendors}
      data={[...options].map(([value, name]) => ({ value, label: name }))}
      value={ids}
      onChange={(vendorIds) => onChange({ vendorIds })}
      searchable
      openOnFocus={false}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) =>
        all.filter((one) => 'value' in one && found.some(({ id }) => id === one.value))
      }
      nothingFoundMessage={t.rules.condition.noVendor}
      hidePickedOptions
      maxValues={1000}
    />
  )
}

function nameOf(name: string | null | undefined): string {
  return name === null ? t.rules.deletedVendor : (name ?? t.rules.loadingName)
}

function inactive(name: string): string {
  return `${name} (${t.rules.condition.inactiveVendor})`
}
