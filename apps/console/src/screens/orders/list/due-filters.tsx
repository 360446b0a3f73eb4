import { Group, Select } from '@mantine/core'
import { ordersTexts } from '../../../texts/orders.ts'
import { useAddressState } from '../../../ui/use-address-state.ts'

const { dueFilters, sorts } = ordersTexts

/** Chooses orders by when they are due, and in which order they are listed. Both are stored in the address. */
export function DueFilters() {
  const [params, change] = useAddressState()
  const due = params.get('due') ?? ''
  return (
    <Group gap="sm" wrap="nowrap">
      <Select
        aria-label={ordersTexts.dueFilter}
        data={[
          { value: '', label: dueFilters.any },
          { value: 'late', label: dueFilters.late },
          { value: 'today', label: dueFilters.today }
        ]}
        value={due === 'late' || due === 'today' ? due : ''}
        onChange={(value) => change({ due: value })}
        allowDeselect={false}
        w={156}
      />
      <Select
        aria-label={ordersTexts.sort}
        data={[
          { value: '', label: sorts.placed },
          { value: 'due', label: sorts.due }
        ]}
        value={params.get('sort') === 'due' ? 'due' : ''}
        onChange={(value) => change({ sort: value })}
        allowDeselect={false}
        w={140}
      />
    </Group>
  )
}
