import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { nameOr } from './name-or.ts'
import { useVendorNames, useVendorSearch } from './use-vendors.ts'

type Props = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  /** The ids of the chosen vendors. */
  value: string[]
  onChange(ids: string[]): void
}

/** Chooses vendors, found by their names. */
export function VendorMultiSelect({ value: ids, onChange, ...props }: Props) {
  const names = useVendorNames(ids)
  const [search, setSearch] = useState('')
  const { found } = useVendorSearch(search)
  const options = new Map(
    found.map(({ id, name, isActive }) => [id, isActive ? name : t.names.inactiveVendor(name)])
  )
  // The chosen vendors have to be among the options, because their names are shown.
  for (const id of ids) options.set(id, nameOr(names.get(id), t.names.vendor))
  return (
    <MultiSelect
      placeholder={t.names.searchVendors}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      value={ids}
      onChange={onChange}
      searchable
      openOnFocus={false}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) =>
        all.filter((one) => 'value' in one && found.some(({ id }) => id === one.value))
      }
      nothingFoundMessage={t.names.noVendor}
      hidePickedOptions
      {...props}
    />
  )
}
