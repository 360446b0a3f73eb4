import type { ModerationSnapshot } from '@purveyor/client'
import type { rulesTexts } from '../../../texts/rules.ts'
import type { Texts } from '../../../texts/texts.ts'
import type { AttributeField } from '../../../ui/attributes/attribute-field.ts'
import { type AttributeWording, compareAttributes } from '../../../ui/attributes/attribute-text.ts'

export type DefinedAttributes = { fields: readonly AttributeField[]; wording: AttributeWording }

/** A field of a snapshot. `live` is undefined for new products. */
export type SnapshotValue = { field: string; label: string; live: string | undefined; proposed: string }

/** The fields of new products that are shown, in this order. The others say little about a decision. */
const productFields = [
  'name',
  'shortDescription',
  'description',
  'brand',
  'manufacturer',
  'keyFeatures',
  'images',
  'variants'
] as const

/**
 * Returns what was judged in a decision as text, field by field. `textOf` returns the text of HTML, and `defined` has
 * the attributes with their labels.
 */
export function snapshotValues(
  { kind, live, proposed }: Pick<ModerationSnapshot, 'kind' | 'live' | 'proposed'>,
  { fields: names, rules }: Pick<Texts, 'fields'> & { rules: typeof rulesTexts },
  textOf: (html: string) => string,
  defined?: DefinedAttributes
): SnapshotValue[] {
  const fields = kind === 'PRODUCT' ? productFields : orderedFields(proposed)
  const labels: Record<string, string> = names
  const shownValue = (field: string, value: unknown) =>
    defined && field === 'attributes' && typeof value === 'object' && value !== null
      ? attributesText(defined, value as Record<string, unknown>) || rules.snapshot.nothing
      : describeValue(
          field === 'description' && typeof value === 'string' ? textOf(value) : value,
          rules.snapshot
        )
  return fields.map((field) => ({
    field,
    label: labels[field] ?? field,
    live: kind === 'PRODUCT' ? undefined : shownValue(field, live[field]),
    proposed: shownValue(field, proposed[field])
  }))
}

function attributesText(defined: DefinedAttributes, map: Record<string, unknown>): string {
  return compareAttributes(defined, {}, map)
    .map(({ label, after }) => `${label}: ${after}`)
    .join('\n')
}

function orderedFields(proposed: Record<string, unknown>): string[] {
  const rank = (field: string) => {
    const index = (productFields as readonly string[]).indexOf(field)
    return index < 0 ? productFields.length : index
  }
  return Object.keys(proposed).sort((a, b) => rank(a) - rank(b))
}

/** Returns a value as text. Objects are described by what identifies them. */
function describeValue(value: unknown, texts: (typeof rulesTexts)['snapshot']): string {
  if (value === null || value === undefined || value === '') return texts.nothing
  if (Array.isArray(value)) {
    return value.length === 0 ? texts.nothing : value.map((one) => describeElement(one, texts)).join('\n')
  }
  return typeof value === 'object' ? describeElement(value, texts) : String(value)
}

function describeElement(element: unknown, texts: (typeof rulesTexts)['snapshot']): string {
  if (typeof element !== 'object' || element === null) return describeValue(element, texts)
  const { name, alt, title, sku, vendorPrice, isNew } = element as Record<string, unknown>
  const parts = [name ?? alt ?? title ?? sku ?? JSON.stringify(element), vendorPrice]
  if (isNew === true) parts.push(texts.new)
  return parts.filter((part) => part !== undefined && part !== null).join(' · ')
}
