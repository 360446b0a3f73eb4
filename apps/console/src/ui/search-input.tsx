import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { t } from '../texts/texts.ts'
import { useAddressState } from './use-address-state.ts'

/** Searches a list. The text is in the address. */
export function SearchInput({ label }: { label: string }) {
  const [params, change] = useAddressState()
  const search = params.get('q') ?? ''
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        search && <CloseButton size="sm" aria-label={t.actions.clear} onClick={() => change({ q: null })} />
      }
      value={search}
      onChange={(event) => change({ q: event.currentTarget.value })}
      flex="1 1 220px"
      maw={360}
    />
  )
}
