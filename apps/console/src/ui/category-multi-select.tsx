import { MultiSelect, type MultiSelectProps, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { pathText } from './category-paths.ts'
import { nameOr } from './name-or.ts'
import { useCategories } from './use-categories.ts'

type Props = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  /** The ids of the chosen categories. */
  value: string[]
  onChange(ids: string[]): void
}

/** The number of categories that are offered at once. A search finds the others. */
const maxOffered = 300
const indentPx = 16

/** Chooses categories, found in their tree. */
export function CategoryMultiSelect({ value: ids, onChange, ...props }: Props) {
  const { data: paths } = useCategories()
  const [search, setSearch] = useState('')
  // The paths are in the order of the tree, so that each category is below its parent.
  const labels = new Map([...(paths ?? [])].map(([id, path]) => [id, pathText(path)]))
  const unknown = nameOr(paths && null, t.names.category)
  for (const id of ids) if (!labels.has(id)) labels.set(id, unknown)
  return (
    <MultiSelect
      placeholder={t.names.searchCategories}
      data={[...labels].map(([id, label]) => ({ value: id, label }))}
      value={ids}
      onChange={onChange}
      renderOption={({ option }) => (
        <Option path={paths?.get(option.value) ?? [option.label]} isFound={search !== ''} />
      )}
      searchable
      openOnFocus={false}
      searchValue={search}
      onSearchChange={setSearch}
      limit={maxOffered}
      maxDropdownHeight={300}
      nothingFoundMessage={t.names.noCategory}
      {...props}
    />
  )
}

/** A category in the list: indented below its parent, or with its whole path if it was searched for. */
function Option({ path, isFound }: { path: string[]; isFound: boolean }) {
  const above = path.slice(0, -1)
  if (!isFound) return <span style={{ paddingInlineStart: above.length * indentPx }}>{path.at(-1)}</span>
  return (
    <span>
      {above.length > 0 && (
        <Text span inherit opacity={0.75}>
          {pathText([...above, ''])}
        </Text>
      )}
      {path.at(-1)}
    </span>
  )
}
