import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../field-name.ts'

const maxCharacters = 160

/** Returns a recorded value as a short text. */
export function describeValue(
  field: string,
  value: unknown,
  texts: (typeof productTexts)['values'] = productTexts.values
): string {
  if (value === null || value === undefined || value === '') return texts.nothing
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value)) return describeList(field, value, texts)
  if (typeof value === 'object') return describeObject(field, value as Record<string, unknown>, texts)
  const text = String(value)
  if (field === 'status' && text in texts.status) return texts.status[text as keyof typeof texts.status]
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

function describeList(
  field: string,
  list: readonly unknown[],
  texts: (typeof productTexts)['values']
): string {
  if (list.length === 0) return texts.nothing
  const isIds = field.endsWith('Ids')
  if (!isIds && list.every((one) => typeof one === 'string')) return shorten(list.join(' · '))
  return texts.entries(list.length)
}

function describeObject(
  field: string,
  value: Record<string, unknown>,
  texts: (typeof productTexts)['values']
): string {
  if (field === 'moderation') {
    const decision = value.decision === 'REJECTED' ? texts.rejected : texts.approved
    return typeof value.reason === 'string' ? shorten(`${decision}: ${value.reason}`) : decision
  }
  if (field === 'pendingRevision') return texts.staged(Object.keys(value).map(fieldName))
  const parts = Object.entries(value).flatMap(([name, one]) =>
    one === null || typeof one === 'object' ? [] : [`${name}: ${String(one)}`]
  )
  return parts.length > 0 ? shorten(parts.join(' · ')) : texts.entries(Object.keys(value).length)
}

function shorten(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
