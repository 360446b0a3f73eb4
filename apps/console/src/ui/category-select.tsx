import { Select, type SelectProps, Text } from '@mantine/core'
import { useCategories } from './use-categories.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** The id of the chosen category. */
  value: string | null
  onChange(id: string | null): void
}

const maxShown = 50

/** Chooses one category, found by any of the names in its path. */
export function CategorySelect({ value, onChange, ...props }: Props) {
  const { data: categories = [] } = useCategories()
  const above = new Map(categories.map(({ id, path }) => [id, path.slice(0, -1).join(' › ')]))
  return (
    <Select
      searchable
      clearable
      limit={maxShown}
      data={categories.map(({ id, path }) => ({ value: id, label: path.join(' › ') }))}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => (
        <div>
          <Text inherit>{option.label.split(' › ').at(-1)}</Text>
          <Text c="dimmed" fz="xs">
            {above.get(option.value)}
          </Text>
        </div>
      )}
      {...props}
    />
  )
}
