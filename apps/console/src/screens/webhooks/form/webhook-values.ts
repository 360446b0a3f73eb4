import type { EventType, NewWebhook, Webhook, WebhookFeed, WebhookPatch } from '@purveyor/client'

/** What a person enters for a webhook. The values of headers are secrets, so they are not part of it. */
export type WebhookValues = {
  url: string
  description: string
  feed: WebhookFeed
  /** True if only the events of `types` are sent. */
  isSelected: boolean
  types: readonly EventType[]
  concurrency: number
}

/** A header as it is entered. */
export type HeaderValues = { key: string; name: string; value: string }

export const emptyWebhook: WebhookValues = {
  ...{ url: '', description: '', feed: 'EVENTS', isSelected: false },
  ...{ types: [], concurrency: 4 }
}

/** Returns what the form shows for a webhook. */
export function valuesOf({ url, description, feed, types, concurrency }: Webhook): WebhookValues {
  return {
    ...{ url, description: description ?? '', feed },
    ...{ isSelected: types !== null, types: types ?? [], concurrency }
  }
}

/** Returns the headers of a request by their names. */
export function headersOf(rows: readonly HeaderValues[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value]))
}

/** Returns true if an earlier header has the same name, in upper or lower case. */
export function isRepeated(rows: readonly HeaderValues[], index: number): boolean {
  const nameOf = (row: HeaderValues | undefined) => row?.name.trim().toLowerCase()
  return rows.slice(0, index).some((row) => nameOf(row) === nameOf(rows[index]))
}

/** Returns the body that creates a webhook. `feed` is sent only if it isn't the usual one: vendors can't choose it. */
export function bodyOf(values: WebhookValues, headers: readonly HeaderValues[]): NewWebhook {
  const { feed } = values
  return {
    ...patchOf(values, undefined, headers.length > 0 ? headers : undefined),
    url: values.url.trim(),
    ...(feed !== 'EVENTS' && { feed })
  }
}

/** Returns the changed fields. Without `base`, all are sent. Without `headers`, they stay as they are. */
export function patchOf(
  values: WebhookValues,
  base: WebhookValues | undefined,
  headers: readonly HeaderValues[] | undefined
): WebhookPatch {
  const all = fieldsOf(values)
  const before: Record<string, unknown> = base ? fieldsOf(base) : {}
  const changed = Object.entries(all).filter(
    ([name, value]) => !base || JSON.stringify(value) !== JSON.stringify(before[name])
  )
  return { ...Object.fromEntries(changed), ...(headers && { headers: headersOf(headers) }) }
}

function fieldsOf({ url, description, feed, isSelected, types, concurrency }: WebhookValues) {
  return {
    url: url.trim(),
    description: description.trim() || null,
    types: isSelected && feed === 'EVENTS' ? [...types] : null,
    concurrency
  }
}

const fields = /^\/(url|description|types(\/\d+)?|concurrency|feed|headers(\/.*)?)$/

/** True for the pointers of errors that the form shows at a field. */
export function isField(pointer: string): boolean {
  return fields.test(pointer)
}
