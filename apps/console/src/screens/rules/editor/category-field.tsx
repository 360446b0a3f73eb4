import { CategoryMultiSelect } from '../../../ui/category-multi-select.tsx'
import type { ConditionProps } from './condition-field.tsx'

/** Categories. Each includes those below it. */
export function CategoryField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <CategoryMultiSelect
      label={label}
      description={hint}
      error={error}
      value={when.categoryIds ?? []}
      onChange={(categoryIds) => onChange({ categoryIds })}
      maxValues={1000}
    />
  )
}
