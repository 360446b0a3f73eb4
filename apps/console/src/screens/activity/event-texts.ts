import type { Event } from '@purveyor/client'
import type { Texts } from '../../texts/texts.ts'
import { formatMoney } from '../../ui/money.ts'

/** The texts of which the sentences are made. */
export type Wording = Pick<Texts, 'activity' | 'fields' | 'roles'>

/** A part of a sentence: a word for who did it or what it is about, or other text. */
export type Part = { kind: 'text' | 'actor' | 'subject'; text: string }

/** The names of what events are about, by their ids. */
export type SubjectNames = ReadonlyMap<string, string>

/** Returns the sentence of an event in parts. */
export function sentenceOf(event: Event, { activity: texts }: Wording, names: SubjectNames): Part[] {
  const sentences: Record<string, readonly string[]> = texts.events
  const sentence = sentences[event.type]?.[1] ?? texts.unknown(event.type)
  const parts = sentence
    .split(/(\{actor\}|\{it\})/)
    .filter((text) => text !== '')
    .map((text): Part => {
      if (text === '{actor}') return { kind: 'actor', text: actorOf(event, texts) }
      return text === '{it}'
        ? { kind: 'subject', text: subjectOf(event, texts, names) }
        : { kind: 'text', text }
    })
  return parts.map((part, index) => (index === 0 ? { ...part, text: capitalised(part.text) } : part))
}

function actorOf({ actor, details }: Event, texts: Texts['activity']): string {
  if (details.ruleName) return texts.rule(details.ruleName)
  if (actor.type === 'PLATFORM') return texts.operator
  if (actor.type === 'SYSTEM') return texts.service
  if (!actor.name) return texts.someone
  return actor.type === 'TOKEN' ? texts.token(actor.name) : actor.name
}

function subjectOf({ subject, details }: Event, texts: Texts['activity'], names: SubjectNames): string {
  if (subject.type === 'order' && details.orderNumber) return texts.order(details.orderNumber)
  if (subject.type === 'statement' && details.number !== undefined) return texts.statement(details.number)
  const name = names.get(subject.id ?? '')
  if (name) return name
  const order = names.get(details.orderId ?? '')
  if (subject.type === 'shipment' && order) return texts.shipmentOf(order)
  const nouns: Record<string, string> = texts.nouns
  return details.name ?? details.sku ?? nouns[subject.type] ?? subject.type
}

/** Subjects that have a screen. */
const screens: Record<string, string> = {
  product: '/products',
  import_job: '/imports',
  order: '/orders',
  shipment: '/shipments',
  statement: '/statements',
  shipping_method: '/shipping-methods',
  webhook: '/webhooks'
}

/** Returns the address of what an event is about; undefined if it has no page, or no longer exists. */
export function addressOf({ type, subject }: Event): string | undefined {
  if (type.endsWith('.deleted') || !subject.id) return undefined
  if (subject.type === 'vendor') return '/profile'
  // The line is in the open period, or by now in a statement.
  if (subject.type === 'statement_line') return '/statements'
  const screen = screens[subject.type]
  return screen && `${screen}/${subject.id}`
}

/** Returns what else is known about an event: changed fields, numbers, reasons. */
export function notesOf({ type, changedFields, details }: Event, wording: Wording): string[] {
  const texts = wording.activity
  const { from, to, role, quantity, rating, reason, itemsTotal } = details
  const notes = [
    [...new Set(fieldsOf(changedFields, type).map((field) => nameOfField(field, wording)))].join(', '),
    type === 'shipment.updated' && details.status && words(details.status),
    from && to
      ? texts.roleChange(roleName(from, wording), roleName(to, wording))
      : role && roleName(role, wording),
    itemsTotal !== undefined && type === 'import_job.queued' && texts.items(itemsTotal),
    ...counts(details, texts),
    quantity !== undefined && texts.pieces(quantity),
    rating !== undefined && texts.rating(rating),
    type === 'order.late' && missedOf(details, texts),
    moneyOf(details),
    details.reference,
    details.dryRun && texts.dryRun,
    reason && (type === 'order.cancelled' ? words(reason) : reason)
  ]
  return notes.flatMap((note) => (note ? [note] : []))
}

/** Fields that the sentence already names, or that people don't change themselves. */
const unnamed = new Set(['status', 'acknowledgedAt', 'items', 'role'])

function fieldsOf(changed: readonly string[], type: string): string[] {
  if (type === 'product.images_changed') return []
  return changed.filter((field) => !unnamed.has(field))
}

function counts(details: Event['details'], texts: Texts['activity']): (string | false)[] {
  const shown = [
    [details.itemsCreated, texts.created],
    [details.itemsUpdated ?? details.updated, texts.updated],
    [details.itemsSkipped, texts.skipped],
    [details.unchanged, texts.unchanged],
    [details.itemsFailed ?? details.failed, texts.failed],
    [details.itemsCancelled, texts.cancelled]
  ] as const
  return shown.map(([count, text]) => count !== undefined && count > 0 && text(count))
}

function missedOf({ deadline }: Event['details'], { missed }: Texts['activity']): string | undefined {
  const names: Record<string, string> = missed
  return names[deadline ?? '']
}

/** Returns the amount of an event about statements. */
function moneyOf({ amount, closingBalance, currency }: Event['details']): string | undefined {
  const value = amount ?? closingBalance
  return value && formatMoney(value, currency)
}

function nameOfField(field: string, { activity, fields }: Wording): string {
  const names: Record<string, string> = { ...fields, ...activity.fields }
  return names[field] ?? field
}

function roleName(role: string, { roles }: Wording): string {
  const names: Record<string, string> = roles
  return names[role] ?? role
}

/** `OUT_OF_STOCK` becomes `Out of stock`. */
function words(code: string): string {
  return capitalised(code.toLowerCase().replaceAll('_', ' '))
}

function capitalised(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}
