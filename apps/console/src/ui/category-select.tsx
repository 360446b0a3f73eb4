import { Select, type SelectProps, Text } from '@mantine/core'
import { pathText } from './category-paths.ts'
import { useCategories } from './use-categories.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** The id of the chosen category. */
  value: string | null
  onChange(id: string | null): void
}

const maxShown = 50

/** Chooses one category, found by any of the names in its path. */
export function CategorySelect({ value, onChange, ...props }: Props) {
  const { data: paths = new Map<string, string[]>() } = useCategories()
  return (
    <Select
      searchable
      clearable
      limit={maxShown}
      data={[...paths].map(([id, path]) => ({ value: id, label: pathText(path) }))}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => (
        <div>
          <Text inherit>{paths.get(option.value)?.at(-1)}</Text>
          <Text c="dimmed" fz="xs">
            {pathText(paths.get(option.value)?.slice(0, -1) ?? [])}
          </Text>
        </div>
      )}
      {...props}
    />
  )
}
