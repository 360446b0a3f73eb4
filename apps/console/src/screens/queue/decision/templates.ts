import type { ModerationEntry, ReasonTemplate } from '@purveyor/client'
import { variantsOf } from '../entry.ts'
import { type Draft, type DraftReason, fieldsOf, newReason, type Target, wholeEntry } from './draft.ts'
import { effectOf, variantFields } from './request.ts'

type Template = Pick<ReasonTemplate, 'text' | 'fields'> & { code: string | null }

/** Fields of a new product about which there can be a reason although they have no value. */
const importantFields = ['description', 'images', 'variants', 'categories']

/** Fields of variants that products don't have. */
const ownVariantFields = variantFields.filter((field) => field !== 'name' && field !== 'sku')

/** Returns the fields about which reasons can be given. */
export function reasonFields(entry: ModerationEntry): string[] {
  const fields = fieldsOf(entry)
  return entry.kind === 'PRODUCT' ? [...new Set([...fields, ...importantFields])] : fields
}

/** Returns the fields that the reasons have to explain: the chosen one, those that are rejected, or else those that are open. */
function relevantFields(entry: ModerationEntry, draft: Draft): string[] {
  if (draft.target.field !== null) return [draft.target.field]
  if (entry.kind !== 'REVISION') return reasonFields(entry)
  const { rejected, open } = effectOf(entry, draft)
  return rejected.length > 0 ? rejected : open
}

/** The fields in which templates can name a field of an entry. */
function namesOf(field: string): readonly string[] {
  if (field === 'variants') return ['variants', ...ownVariantFields]
  return [field, `${field.replace(/ies$/, 'y').replace(/s$/, '')}Ids`]
}

/** Sorts templates: first those for the fields in question, then those for all fields, then the others. */
export function sortTemplates(
  templates: ReasonTemplate[],
  entry: ModerationEntry,
  draft: Draft
): ReasonTemplate[] {
  const relevant = relevantFields(entry, draft).flatMap(namesOf)
  const rank = ({ fields }: ReasonTemplate) => {
    if (fields.some((field) => relevant.includes(field))) return 0
    return fields.length === 0 ? 1 : 2
  }
  return templates.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Returns what a reason from a template is about: what was chosen, or else the only field in question for which the
 * template is made.
 */
function targetOf({ fields }: Template, entry: ModerationEntry, draft: Draft): Target {
  if (draft.target.field !== null) return draft.target
  const relevant = relevantFields(entry, draft)
  const fitting =
    relevant.length === 1 && entry.kind === 'REVISION'
      ? relevant
      : relevant.filter((field) => namesOf(field).some((name) => fields.includes(name as never)))
  const [field, ...others] = fitting
  if (field === undefined || others.length > 0) return wholeEntry
  return field === 'variants' ? variantTarget(fields, entry) : { field }
}

/** Returns a reason from a template. */
export function reasonOf(template: Template, entry: ModerationEntry, draft: Draft): DraftReason {
  return newReason({ code: template.code, text: template.text, target: targetOf(template, entry, draft) })
}

/** Returns the field of the only variant for which a template is made, or the variants. */
function variantTarget(fields: string[], entry: ModerationEntry): Target {
  const [variant, ...others] = variantsOf(entry)
  const [variantField, ...more] = ownVariantFields.filter((name) => fields.includes(name))
  if (!variant || others.length > 0) return { field: 'variants' }
  const isOne = variantField !== undefined && more.length === 0
  return { field: 'variants', variantId: variant.id, ...(isOne ? { variantField } : {}) }
}
