import { MultiSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { useCategories } from '../use-names.ts'
import type { ConditionProps } from './condition-field.tsx'

/** The number of categories that are offered at once. A search finds the others. */
const maxOffered = 300
const separator = ' › '
const indentPx = 16

/** Categories, found in their tree. A category includes those below it. */
export function CategoryField({ when, label, hint, error, onChange }: ConditionProps) {
  const { data } = useCategories()
  const [search, setSearch] = useState('')
  const ids = when.categoryIds ?? []
  // The paths are in the order of the tree, so that each category is below its parent.
  const labels = new Map([...(data?.paths ?? [])].map(([id, path]) => [id, path.join(separator)]))
  const unknown = data ? t.rules.deletedCategory : t.rules.loadingName
  for (const id of ids) if (!labels.has(id)) labels.set(id, unknown)
  return (
    <MultiSelect
      label={label}
      description={hint}
      error={error}
      placeholder={t.rules.condition.searchCategories}
      data={[...labels].map(([value, name]) => ({ value, label: name }))}
      value={ids}
      onChange={(categoryIds) => onChange({ categoryIds })}
      renderOption={({ option }) => (
        <Option path={data?.paths.get(option.value) ?? [option.label]} isFound={search !== ''} />
      )}
      searchable
      openOnFocus={false}
      searchValue={search}
      onSearchChange={setSearch}
      limit={maxOffered}
      maxValues={1000}
      maxDropdownHeight={300}
      nothingFoundMessage={t.rules.condition.noCategory}
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
        <Text span inherit c="dimmed">
          {above.join(separator)}
          {separator}
        </Text>
      )}
      {path.at(-1)}
    </span>
  )
}
