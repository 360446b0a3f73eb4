import { VendorMultiSelect } from '../../../ui/vendor-multi-select.tsx'
import type { ConditionProps } from './condition-field.tsx'

/** The vendors of a rule. */
export function VendorField({ when, label, hint, error, onChange }: ConditionProps) {
  return (
    <VendorMultiSelect
      label={label}
      description={hint}
      error={error}
      value={when.vendorIds ?? []}
      onChange={(vendorIds) => onChange({ vendorIds })}
      maxValues={1000}
    />
  )
}
