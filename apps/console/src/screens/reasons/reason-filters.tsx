import { CloseButton, Group, Select, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { reasonsTexts } from '../../texts/reasons.ts'
import { t } from '../../texts/texts.ts'
import { useAddressState } from '../../ui/use-address-state.ts'
import { fieldOptions } from './field-names.ts'

type Props = { searchRef: RefObject<HTMLInputElement | null>; count: number; total: number }

/** The search and the filter by field, which are stored in the address. */
export function ReasonFilters({ searchRef, count, total }: Props) {
  const [params, change] = useAddressState()
  const search = params.get('q') ?? ''
  return (
    <Group mb="md" gap="xs">
      <TextInput
        ref={searchRef}
        type="search"
        aria-label={reasonsTexts.search}
        placeholder={reasonsTexts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          search && <CloseButton size="sm" aria-label={t.actions.clear} onClick={() => change({ q: null })} />
        }
        value={search}
        onChange={(event) => change({ q: event.currentTarget.value })}
        flex="1 1 220px"
        maw={360}
      />
      <Select
        aria-label={reasonsTexts.field}
        placeholder={reasonsTexts.anyField}
        data={fieldOptions}
        value={params.get('field')}
        onChange={(field) => change({ field })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        flex="1 1 160px"
        maw={220}
      />
      <Text c="dimmed" fz="sm" role="status" ml={{ sm: 'auto' }}>
        {count === total ? reasonsTexts.count(total) : reasonsTexts.countOf(count, total)}
      </Text>
    </Group>
  )
}
