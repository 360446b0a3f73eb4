import { Button, Select } from '@mantine/core'
import { queueTexts } from '../../texts/queue.ts'
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

/** The first option isn't in the address. */
const choices = [
  ['claimed', queueTexts.claimed, queueTexts.claimedBy],
  ['isSample', queueTexts.sample, queueTexts.samples],
  ['sort', queueTexts.sort, queueTexts.sorts]
] as const

/** The filters of the queue that aren't always in view, and its order. */
export function FilterForm({ filters, onChange, onClose }: Props) {
  return (
    <>
      <VendorSelect
        label={queueTexts.vendor}
        placeholder={queueTexts.anyVendor}
        comboboxProps={inPlace}
        value={filters.vendorId ?? null}
        onChange={(vendorId) => onChange({ vendorId })}
      />
      <CategorySelect
        label={queueTexts.category}
        placeholder={queueTexts.anyCategory}
        comboboxProps={inPlace}
        value={filters.categoryId ?? null}
        onChange={(categoryId) => onChange({ categoryId })}
      />
      {choices.map(([name, label, options]) => {
        const values = Object.entries(options).map(([value, text]) => ({ value, label: text }))
        const usual = values[0]?.value ?? ''
        return (
          <Select
            key={name}
            label={label}
            allowDeselect={false}
            comboboxProps={inPlace}
            data={values}
            value={filters[name] ?? usual}
            onChange={(chosen) => onChange({ [name]: chosen === usual ? null : chosen })}
          />
        )
      })}
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
