import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useVendor, useVendorSearch } from './use-vendors.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** The id of the chosen vendor. */
  value: string | null
  onChange(id: string | null): void
}

/** Chooses one vendor, found by its name. */
export function VendorSelect({ value, onChange, ...props }: Props) {
  const [search, setSearch] = useState('')
  const { data: chosen } = useVendor(value ?? undefined)
  // While a vendor is chosen, its name is in the search field.
  const { found } = useVendorSearch(search === chosen?.name ? '' : search)
  const options = found.map(({ id, name }) => ({ value: id, label: name }))
  if (value && !options.some((option) => option.value === value))
    options.unshift({ value, label: chosen?.name ?? value })
  return (
    <Select
      searchable
      clearable
      data={options}
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      {...props}
    />
  )
}
