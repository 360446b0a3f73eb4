import type { Event } from '@purveyor/client'
import type { ActivityTexts } from '../../texts/activity.ts'

/** A changed field with its values as text. */
export type ShownChange = { field: string; from: string; to: string }

/** Longer JSON of a list or an object is shown as the number of its entries. */
const maxJson = 160

/** Returns the changed fields of an event whose values are known. */
export function changesOf({ details }: Event, texts: ActivityTexts['audit']): ShownChange[] {
  return (details.changes ?? []).map(({ field, ...values }) => ({
    field,
    from: 'from' in values ? textOf(values.from, texts) : texts.tooLong,
    to: 'to' in values ? textOf(values.to, texts) : texts.tooLong
  }))
}

function textOf(value: unknown, texts: ActivityTexts['audit']): string {
  if (value === null || value === undefined || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value !== 'object') return String(value)
  const entries = Object.values(value)
  if (entries.length === 0) return texts.none
  if (
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string') &&
    value.join(', ').length <= maxJson
  )
    return value.join(', ')
  const json = JSON.stringify(value)
  return json.length <= maxJson ? json : texts.entries(entries.length)
}
