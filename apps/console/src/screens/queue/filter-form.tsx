import { Button, Select } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import { CategorySelect } from '../../ui/category-select.tsx'
import { VendorSelect } from '../../ui/vendor-select.tsx'
import { activeCount, type FilterName, type Filters } from './use-queue.ts'

type Changes = Partial<Record<FilterName, string | null>>
type Props = { filters: Filters; onChange(changes: Changes): void; onClose(): void }

const cleared: Changes = {
  vendorId: null,
  categoryId: null,
  claimed: null,
  isSample: null,
  importJobId: null
}
const inPlace = { withinPortal: false }

/** The filters of the queue that aren't always in view, and its order. */
export function FilterForm({ filters, onChange, onClose }: Props) {
  return (
    <>
      <VendorSelect
        label={t.queue.vendor}
        placeholder={t.queue.anyVendor}
        comboboxProps={inPlace}
        value={filters.vendorId ?? null}
        onChange={(vendorId) => onChange({ vendorId })}
      />
      <CategorySelect
        label={t.queue.category}
        placeholder={t.queue.anyCategory}
        comboboxProps={inPlace}
        value={filters.categoryId ?? null}
        onChange={(categoryId) => onChange({ categoryId })}
      />
      <Choice
        label={t.queue.claimed}
        options={t.queue.claimedBy}
        value={filters.claimed}
        usual="any"
        onChange={(claimed) => onChange({ claimed })}
      />
      <Choice
        label={t.queue.sample}
        options={t.queue.samples}
        value={filters.isSample}
        usual="any"
        onChange={(isSample) => onChange({ isSample })}
      />
      <Choice
        label={t.queue.sort}
        options={t.queue.sorts}
        value={filters.sort}
        usual="age"
        onChange={(sort) => onChange({ sort })}
      />
      {activeCount(filters) > 0 && (
        <Button
          variant="default"
          onClick={() => {
            onChange(cleared)
            onClose()
          }}
        >
          {t.actions.clearFilters}
        </Button>
      )}
    </>
  )
}

type ChoiceProps = {
  label: string
  /** The names of the values. */
  options: Record<string, string>
  value: string | undefined
  /** The value that isn't in the address. */
  usual: string
  onChange(value: string | null): void
}

function Choice({ label, options, value, usual, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      comboboxProps={inPlace}
      data={Object.entries(options).map(([name, text]) => ({ value: name, label: text }))}
      value={value ?? usual}
      onChange={(chosen) => onChange(chosen === usual ? null : chosen)}
    />
  )
}
