import type { Event } from '@purveyor/client'
import type { Side } from '../../session/side.ts'
import type { ActivityTexts } from '../../texts/activity.ts'
import type { Texts } from '../../texts/texts.ts'
import { formatMoney } from '../../ui/money.ts'

/** The texts of which the sentences are made. */
export type Wording = Pick<Texts, 'fields' | 'roles'> & ActivityTexts

/** A part of a sentence: a word for who did it or what it is about, or other text. */
export type Part = { kind: 'text' | 'actor' | 'subject'; text: string }

/** The names of what events are about, by their ids. */
export type SubjectNames = ReadonlyMap<string, string>

/** Returns the sentence of an event in parts. */
export function sentenceOf(event: Event, wording: Wording, names: SubjectNames): Part[] {
  const { activity: texts, audit } = wording
  const sentences: Record<string, readonly string[]> = { ...texts.events, ...audit.events }
  const sentence = sentences[event.type]?.[1] ?? texts.unknown(event.type)
  const parts = sentence
    .split(/(\{actor\}|\{it\}|\{into\})/)
    .filter((text) => text !== '')
    .map((text): Part => {
      if (text === '{actor}') return { kind: 'actor', text: actorOf(event, texts) }
      if (text === '{it}') return { kind: 'subject', text: subjectOf(event, wording, names) }
      return { kind: 'text', text: text === '{into}' ? intoOf(event, audit) : text }
    })
  return parts.map((part, index) => (index === 0 ? { ...part, text: capitalised(part.text) } : part))
}

/** Returns the name of what something was merged into. */
function intoOf({ details }: Event, audit: Wording['audit']): string {
  return details.intoName ? audit.quoted(details.intoName) : audit.another
}

function actorOf({ actor, details }: Event, texts: ActivityTexts['activity']): string {
  if (details.ruleName) return texts.rule(details.ruleName)
  if (actor.type === 'PLATFORM') return texts.operator
  if (actor.type === 'SYSTEM') return texts.service
  if (!actor.name) return texts.someone
  return actor.type === 'TOKEN' ? texts.token(actor.name) : actor.name
}

function subjectOf(
  { subject, details }: Event,
  { activity: texts, audit }: Wording,
  names: SubjectNames
): string {
  if (subject.type === 'order' && details.orderNumber) return texts.order(details.orderNumber)
  if (subject.type === 'statement' && details.number !== undefined) return texts.statement(details.number)
  const name = names.get(subject.id ?? '')
  if (name) return name
  const order = names.get(details.orderId ?? '')
  if (subject.type === 'shipment' && order) return texts.shipmentOf(order)
  const nouns: Record<string, string> = { ...texts.nouns, ...audit.nouns, vendor: texts.nouns.vendor }
  const kinds: Record<string, string> = audit.kinds
  const [kind, ownName] = [kinds[subject.type], details.name ?? details.code]
  if (kind && ownName) return audit.named(kind, ownName)
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

/** The screens of the operator for subjects. */
const platformScreens: Record<string, string> = {
  vendor: '/vendors',
  approval_rule: '/rules',
  statement: '/statements',
  category: '/categories',
  attribute: '/attributes'
}
/** Lists of the operator that show a subject. */
const platformLists: Record<string, string> = {
  reason_template: '/reasons',
  member: '/people',
  api_token: '/api-tokens',
  collection: '/collections',
  tag: '/tags',
  facet: '/facets'
}

/** Returns the address of what an event is about in the operator's console; undefined if it has no page there. */
function platformAddressOf({ subject, details, vendorId }: Event & { vendorId?: string | null }) {
  const { type, id } = subject
  if (type === 'settings') return '/settings'
  // The subject is the part of a vendor. The list finds the order by its numbers.
  if (type === 'order')
    return details.orderNumber && `/orders?search=${encodeURIComponent(details.orderNumber)}`
  if (!id) return undefined
  if (type === 'product') return `/products?product=${id}`
  if (type === 'import_job') return vendorId ? `/vendors/${vendorId}/imports?job=${id}` : undefined
  if (type === 'webhook') return vendorId ? `/webhooks/vendors?vendorId=${vendorId}` : `/webhooks/${id}`
  if (type === 'member' && vendorId) return `/vendors/${vendorId}/team`
  if (type === 'api_token' && vendorId) return undefined
  const screen = platformScreens[type]
  return screen ? `${screen}/${id}` : platformLists[type]
}

/** Returns the address of what an event is about; undefined if it has no page, or no longer exists. */
export function addressOf(
  event: Event & { vendorId?: string | null },
  side: Side = 'vendor'
): string | undefined {
  const { type, subject } = event
  if (type.endsWith('.deleted') || type.endsWith('.merged')) return undefined
  if (side === 'platform') return platformAddressOf(event)
  if (!subject.id) return undefined
  if (subject.type === 'vendor') return '/profile'
  // The line is in the open period, or by now in a statement.
  if (subject.type === 'statement_line') return '/statements'
  const screen = screens[subject.type]
  return screen && `${screen}/${subject.id}`
}

/** Returns what else is known about an event: changed fields, numbers, reasons. */
export function notesOf({ type, changedFields, details }: Event, wording: Wording): string[] {
  const shown = new Set(details.changes?.map(({ field }) => field))
  const texts = wording.activity
  const { from, to, role, quantity, rating, reason, itemsTotal } = details
  const notes = [
    [
      ...new Set(
        fieldsOf(changedFields, type)
          .filter((field) => !shown.has(field))
          .map((field) => nameOfField(field, wording))
      )
    ].join(', '),
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
const unnamed = new Set(['status', 'acknowledgedAt', 'items', 'role', 'pendingRevision', 'moderation'])

function fieldsOf(changed: readonly string[], type: string): string[] {
  if (type === 'product.images_changed') return []
  return changed.filter((field) => !unnamed.has(field))
}

function counts(details: Event['details'], texts: ActivityTexts['activity']): (string | false)[] {
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

function missedOf({ deadline }: Event['details'], { missed }: ActivityTexts['activity']): string | undefined {
  const names: Record<string, string> = missed
  return names[deadline ?? '']
}

/** Returns the amount of an event about statements. */
function moneyOf({ amount, closingBalance, currency }: Event['details']): string | undefined {
  const value = amount ?? closingBalance
  return value && formatMoney(value, currency)
}

/** Returns the name of a changed field. */
export function nameOfField(field: string, { activity, audit, fields }: Wording): string {
  const names: Record<string, string> = { ...audit.fields, ...fields, ...activity.fields }
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
