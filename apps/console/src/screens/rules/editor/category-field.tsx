import { Pill, TreeSelect } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { useCategories } from '../use-names.ts'
import type { ConditionProps } from './condition-field.tsx'

type Node = { id: string; name: string; children: Node[] }
type Option = { value: string; label: string; children?: Option[] }

/** Categories, found in their tree. A category includes those below it. */
export function CategoryField({ when, label, hint, error, onChange }: ConditionProps) {
  const { data } = useCategories()
  const nameOf = (id: string) =>
    data ? (data.paths.get(id)?.join(' › ') ?? t.rules.deletedCategory) : t.rules.loadingName
  return (
    <TreeSelect
      mode="multiple"
      label={label}
      description={hint}
      error={error}
      placeholder={t.rules.condition.searchCategories}
      data={(data?.tree ?? []).map(optionOf)}
      value={when.categoryIds ?? []}
      onChange={(categoryIds) => onChange({ categoryIds })}
      renderPill={({ value, onRemove }) => (
        <Pill withRemoveButton onRemove={onRemove}>
          {nameOf(value)}
        </Pill>
      )}
      searchable
      openOnFocus={false}
      maxValues={1000}
      maxDropdownHeight={300}
      nothingFoundMessage={t.rules.condition.noCategory}
      chevronAriaLabels={{ expand: t.rules.condition.expand, collapse: t.rules.condition.collapse }}
    />
  )
}

function optionOf({ id, name, children }: Node): Option {
  return { value: id, label: name, ...(children.length > 0 && { children: children.map(optionOf) }) }
}
