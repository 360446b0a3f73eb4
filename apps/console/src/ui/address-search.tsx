import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../texts/texts.ts'
import { useAddressState } from './use-address-state.ts'

const typingMs = 250

/** A search whose text is stored in the address, as `search`, shortly after the person has typed. */
export function AddressSearch({ label }: { label: string }) {
  const [params, change] = useAddressState()
  const stored = params.get('search') ?? ''
  const [text, setText] = useState(stored)
  const [sent, setSent] = useState(stored)
  const store = useDebouncedCallback((search: string) => {
    setSent(search)
    change({ search })
  }, typingMs)
  // Another address was opened, such as by the button that clears the filters.
  useEffect(() => {
    if (stored !== sent) {
      setSent(stored)
      setText(stored)
    }
  }, [stored, sent])
  function type(next: string) {
    setText(next)
    store(next)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={255}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={t.actions.clear} onClick={() => type('')} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      flex="1 1 220px"
      maw={{ sm: 380 }}
    />
  )
}
