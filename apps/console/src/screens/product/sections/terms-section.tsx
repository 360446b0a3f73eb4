import { MultiSelect, type MultiSelectProps, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { CategoryMultiSelect } from '../../../ui/category-multi-select.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { Section } from '../../../ui/section.tsx'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import type { TermField } from '../form/product-form.ts'
import { FieldNotes } from '../status/field-notes.tsx'

const maxTerms = 100
const maxOffered = 200

/** Where customers find the product: categories, collections, tags and facets. */
export function TermsSection() {
  const { form, faults, isReadOnly, change, product } = useProductForm()
  const terms = useTerms()
  const names = new Map(
    product &&
      [...product.collections, ...product.tags, ...product.facetValues].map(({ id, name }) => [id, name])
  )
  const props = (field: TermField) => ({
    label: fieldName(field),
    value: form[field],
    onChange: (ids: string[]) => change({ [field]: ids }),
    readOnly: isReadOnly,
    error: messageAt(faults, `/${field}`, { deep: true }),
    maxValues: maxTerms
  })
  return (
    <Section title={productTexts.terms.title}>
      <Stack>
        <div>
          <CategoryMultiSelect {...props('categoryIds')} {...(isReadOnly && { placeholder: '' })} />
          <FieldNotes field="categories" />
        </div>
        {(['collectionIds', 'tagIds', 'facetValueIds'] as const).map((field) => (
          <TermSelect key={field} {...props(field)} data={withStored(terms[field], form[field], names)} />
        ))}
      </Stack>
    </Section>
  )
}

function TermSelect(props: MultiSelectProps) {
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      limit={maxOffered}
      maxDropdownHeight={260}
      nothingFoundMessage={productTexts.terms.nothing}
      {...props}
    />
  )
}

type Choices = { group: string; items: { value: string; label: string }[] }[]

/** Reads what products can be given, as choices in groups. */
function useTerms(): Record<Exclude<TermField, 'categoryIds'>, Choices> {
  const { purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['terms'],
    queryFn: async ({ signal }) => {
      const [{ collections }, { tags }, { facets }] = await Promise.all([
        purveyor.collections.list({ signal }),
        purveyor.tags.list({ signal }),
        purveyor.facets.list({ signal })
      ])
      return {
        collectionIds: [groupOf('', collections)],
        tagIds: [groupOf('', tags)],
        facetValueIds: facets.map(({ name, values }) => groupOf(name, values))
      }
    },
    staleTime: 300_000
  })
  return data ?? { collectionIds: [], tagIds: [], facetValueIds: [] }
}

function groupOf(group: string, terms: readonly { id: string; name: string }[]): Choices[number] {
  return { group, items: terms.map(({ id, name }) => ({ value: id, label: name })) }
}

/** Adds chosen terms that are not among the choices, so that their names are shown. */
function withStored(choices: Choices, ids: readonly string[], names: ReadonlyMap<string, string>): Choices {
  const known = new Set(choices.flatMap(({ items }) => items.map(({ value }) => value)))
  const missing = ids.filter((id) => !known.has(id))
  const others = missing.map((id) => ({ id, name: names.get(id) ?? productTexts.terms.loading }))
  const [first, ...rest] = choices
  if (others.length === 0) return choices
  if (!first) return [groupOf('', others)]
  return [{ ...first, items: [...first.items, ...groupOf('', others).items] }, ...rest]
}
