import { Button, Select, TextInput } from '@mantine/core'
import { catalogTexts } from '../../texts/catalog.ts'
import { t } from '../../texts/texts.ts'
import { CategorySelect } from '../category-select.tsx'
import {
  type ChangeFilters,
  cleared,
  type FilterName,
  type Filters,
  otherCount,
  reviewNames
} from './filters.ts'

type Props = {
  filters: Filters
  names: readonly FilterName[]
  onChange: ChangeFilters
  onClose(): void
}

const inPlace = { withinPortal: false }

/** The filters that aren't always in view. */
export function FilterForm({ filters, names, onChange, onClose }: Props) {
  const has = (name: FilterName) => names.includes(name)
  const reviews = Object.entries(catalogTexts.reviews).filter(([value]) =>
    has(value.split('=')[0] as FilterName)
  )
  return (
    <>
      <Select
        label={catalogTexts.review}
        placeholder={catalogTexts.any}
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        comboboxProps={inPlace}
        data={reviews.map(([value, label]) => ({ value, label }))}
        value={reviewOf(filters)}
        onChange={(review) => onChange(filtersOfReview(review))}
      />
      <CategorySelect
        label={catalogTexts.category}
        placeholder={catalogTexts.anyCategory}
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        comboboxProps={inPlace}
        value={filters.categoryId ?? null}
        onChange={(categoryId) => onChange({ categoryId })}
      />
      <Select
        label={catalogTexts.attributes}
        placeholder={catalogTexts.any}
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        comboboxProps={inPlace}
        data={Object.entries(catalogTexts.attributeIssues).map(([value, label]) => ({ value, label }))}
        value={filters.hasAttributeIssues ?? null}
        onChange={(hasAttributeIssues) => onChange({ hasAttributeIssues })}
      />
      {has('maxStockAvailable') && (
        <TextFilter name="maxStockAvailable" label={catalogTexts.maxAvailable} {...{ filters, onChange }} />
      )}
      {has('sku') && <TextFilter name="sku" label={catalogTexts.exactSku} {...{ filters, onChange }} />}
      {has('bulkImportJobId') && (
        <TextFilter name="bulkImportJobId" label={catalogTexts.importJob} {...{ filters, onChange }} />
      )}
      <TextInput
        type="datetime-local"
        label={catalogTexts.updatedAfter}
        defaultValue={localTime(filters.updatedAfter)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ updatedAfter: value && new Date(value).toISOString() })
        }
      />
      {otherCount(filters) > 0 && (
        <Button
          variant="default"
          onClick={() => {
            onChange(cleared(filters, { onlyOthers: true }))
            onClose()
          }}
        >
          {t.actions.clearFilters}
        </Button>
      )}
    </>
  )
}

type TextProps = Pick<Props, 'filters' | 'onChange'> & { name: FilterName; label: string }

/** A filter by an exact text, which is used when it is complete. */
function TextFilter({ name, label, filters, onChange }: TextProps) {
  const commit = (value: string) => onChange({ [name]: value.trim() })
  return (
    <TextInput
      key={filters[name]}
      label={label}
      defaultValue={filters[name]}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
    />
  )
}

function reviewOf(filters: Filters): string | null {
  const name = reviewNames.find((one) => filters[one])
  return name ? `${name}=${filters[name]}` : null
}

function filtersOfReview(review: string | null): Partial<Record<FilterName, string | null>> {
  const [name = '', value = ''] = (review ?? '').split('=')
  const none = Object.fromEntries(reviewNames.map((one) => [one, null]))
  return { ...none, ...(review && { [name]: value }) }
}

/** Returns a timestamp in the form of the input, in the browser's time zone. */
function localTime(timestamp: string | undefined): string {
  const time = timestamp ? new Date(timestamp) : undefined
  if (!time || Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
