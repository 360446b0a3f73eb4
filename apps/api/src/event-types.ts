import { enumeration } from './lib/enumerations.ts'

/**
 * A field of the details of an event. `type` is a JSON type; the field can be null if `nullable` is true. An array has the
 * changes of `event-changes.ts`.
 */
export type DetailField = {
  type: 'string' | 'integer' | 'boolean' | 'array'
  nullable?: true
  /** True if only some events of the type have the field. */
  optional?: true
  description: string
}

/** Describes a type of event: what happened, the type of its subject, and the fields of its details. */
type EventDescription = {
  description: string
  subject: string
  details: Readonly<Record<string, DetailField>>
}

const text = (description: string): DetailField => ({ type: 'string', description })
const count = (description: string): DetailField => ({ type: 'integer', description })
const flag = (description: string): DetailField => ({ type: 'boolean', description })

const changes: EventDescription['details'] = {
  changes: {
    type: 'array',
    optional: true,
    description: 'The changed fields with their values before and after the change'
  }
}
const role = text('The role')
const person = { name: text('The name of the person') }
const reason: DetailField = { ...text('The texts of all reasons, one on each line'), optional: true }
const rule: EventDescription['details'] = {
  ruleId: { ...text('The id of the approval rule that decided'), optional: true },
  ruleName: { ...text('The name of the approval rule that decided'), optional: true }
}
const orderStatus = text('The status of the order after the change')
const shipment = { orderId: text('The id of the order'), orderStatus }
const statement = {
  number: count('The number of the statement'),
  currency: text('The currency of the statement')
}
const job = {
  status: text('The status of the job'),
  itemsTotal: count('The number of submitted items'),
  itemsCreated: count('The number of items that created a product'),
  itemsUpdated: count('The number of items that updated a product'),
  itemsSkipped: count('The number of items that were skipped because the product exists'),
  itemsFailed: count('The number of items that failed'),
  itemsCancelled: count('The number of items that were not processed because the job was cancelled'),
  imagesTotal: count('The number of images'),
  imagesFetched: count('The number of images that were downloaded'),
  imagesFailed: count('The number of images that could not be downloaded'),
  dryRun: flag('True if the job only checked the items')
}

const answerStatus: DetailField = {
  ...count('The status of the last answer; null if there was none'),
  nullable: true
}

function eventOf(subject: string, description: string, details: EventDescription['details'] = {}) {
  return { description, subject, details }
}

const product = (description: string, details: EventDescription['details'] = {}) =>
  eventOf('product', description, details)
const member = (description: string, details: EventDescription['details'] = {}) =>
  eventOf('member', description, details)

const webhook = (description: string, details: EventDescription['details'] = {}) =>
  eventOf('webhook', description, details)

/** Returns the three events of a kind of resource that is created, updated and deleted. */
function lifeOf<S extends string>(
  subject: S,
  name: string,
  details: EventDescription['details'] = {},
  updated: EventDescription['details'] = changes
) {
  return {
    [`${subject}.created`]: eventOf(subject, `${name} was created`, details),
    [`${subject}.updated`]: eventOf(subject, `${name} was updated`, updated),
    [`${subject}.deleted`]: eventOf(subject, `${name} was deleted`, details)
  } as Record<`${S}.${'created' | 'updated' | 'deleted'}`, EventDescription>
}

const named = { name: text('The name') }

const merged = (subject: string, description: string, details: EventDescription['details'] = {}) =>
  eventOf(subject, description, {
    ...named,
    intoId: text('The id of the other one, which has its products from now on'),
    intoName: text('The name of the other one'),
    ...details
  })

/**
 * All types of events, in the order in which the OpenAPI document lists them (contract 6). Tests check the
 * details of recorded events against this table.
 */
export const eventTypes = {
  'product.created': product('A product was created', { sku: text('The SKU') }),
  'product.updated': product('Fields of a product were changed'),
  'product.images_changed': product('The live images of a product were changed'),
  'product.deleted': product('A product was deleted', { sku: text('The SKU') }),
  'product.submitted': product('A rejected product was submitted for approval again'),
  'product.approved': product('A new product was approved and published', rule),
  'product.rejected': product('A new product was rejected', { reason, ...rule }),
  'product.revision_staged': product('Edits of a live product were staged for approval'),
  'product.revision_withdrawn': product('Staged edits were withdrawn'),
  'product.revision_approved': product('Staged edits were approved and published', rule),
  'product.revision_rejected': product('Staged edits were rejected', { reason, ...rule }),
  'product.corrected': product('The operator corrected values that wait for approval', {
    target: text('PRODUCT if it is a new product, REVISION if its staged edits were corrected')
  }),
  'product.hidden': product('A published product was hidden from the storefront', { reason }),
  'product.change_accepted': product('Changes of watched fields were accepted', {
    version: count('The version of the accepted changes')
  }),
  'product.published': product('A hidden product was published again'),
  'product.reviewed': product('A customer review was added', { rating: count('The rating, from 1 to 5') }),
  'product.bulk_updated': eventOf('vendor', 'A bulk update changed products', {
    updated: count('The number of items that changed something'),
    unchanged: count('The number of items that changed nothing'),
    failed: count('The number of items that failed')
  }),
  'import_job.queued': eventOf('import_job', 'A bulk upload was received', {
    itemsTotal: job.itemsTotal,
    dryRun: job.dryRun
  }),
  'import_job.completed': eventOf('import_job', 'A bulk upload has ended', job),
  'import_job.cancelled': eventOf('import_job', 'A bulk upload was cancelled', job),
  'import_job.failed': eventOf('import_job', 'A bulk upload has failed', job),
  'order.placed': eventOf('order', 'A customer placed an order', {
    orderNumber: text("The number of the customer's order"),
    poNumber: text('The number of the purchase order')
  }),
  'order.acknowledged': eventOf('order', 'The vendor acknowledged an order'),
  'order.cancelled': eventOf('order', 'Quantities of an order were cancelled', {
    reason: text('The reason for the cancellation'),
    quantity: count('The cancelled quantity, over all items'),
    status: orderStatus
  }),
  'order.late': eventOf('order', 'A deadline of an order has passed', {
    deadline: text('ACKNOWLEDGE or SHIP'),
    dueAt: text('The deadline'),
    orderNumber: text("The number of the customer's order"),
    poNumber: text('The number of the purchase order')
  }),
  'shipment.created': eventOf('shipment', 'A shipment was created', {
    ...shipment,
    quantity: count('The shipped quantity, over all items')
  }),
  'shipment.updated': eventOf('shipment', 'A shipment was updated', {
    ...shipment,
    status: text('The status of the shipment')
  }),
  'shipment.delivered': eventOf('shipment', 'A shipment was delivered', {
    ...shipment,
    status: text('The status of the shipment')
  }),
  'shipment.cancelled': eventOf('shipment', 'A shipment was cancelled', {
    ...shipment,
    status: text('The status of the shipment')
  }),
  'statement.closed': eventOf('statement', 'A statement was closed because its period has ended', {
    ...statement,
    closingBalance: text('The closing balance, a decimal')
  }),
  'statement.paid': eventOf('statement', 'A statement was marked as paid', {
    ...statement,
    reference: text('The reference of the payment')
  }),
  'statement.adjusted': eventOf('statement_line', 'The operator has adjusted what a vendor is owed', {
    amount: text('The amount, a decimal'),
    currency: text('The currency of the amount'),
    reason: text('The reason')
  }),
  ...lifeOf('shipping_method', 'A shipping method', {}, {}),
  'vendor.created': eventOf('vendor', 'A vendor was created'),
  'vendor.updated': eventOf('vendor', 'The profile of a vendor was updated', changes),
  'member.created': member('The first operator was created', { ...person, role }),
  'member.invited': member('Someone was invited to a team', { ...person, role }),
  'member.invitation_withdrawn': member('An invitation was withdrawn', { ...person, role }),
  'member.joined': member('Someone accepted an invitation', { role }),
  'member.updated': member('A member was renamed', { ...person, ...changes }),
  'member.role_changed': member('The role of a member was changed', {
    ...person,
    from: text('The role before the change'),
    to: text('The role after the change'),
    ...changes
  }),
  'member.removed': member('A member was removed from a team', { ...person, role }),
  'member.password_changed': member('A user changed their password'),
  'member.reset_issued': member('A password reset was created for a member', person),
  'member.password_reset': member('A password was set with a reset token'),
  'api_token.created': eventOf('api_token', 'An API token was created', { ...named, role }),
  'api_token.deleted': eventOf('api_token', 'An API token was deleted', named),
  ...lifeOf('webhook', 'A webhook', { host: text('The host of the URL') }, {}),
  'webhook.failing': webhook('The receiver of a webhook has begun to fail', {
    reason: text('Why the attempt failed'),
    answerStatus
  }),
  'webhook.still_failing': webhook('The receiver of a webhook has failed for an hour, or for three days', {
    failingSince: text('Since when the receiver fails'),
    hours: count('For how many hours at least: 1 or 72')
  }),
  'webhook.recovered': webhook('A failing webhook delivers again', {
    failingSince: text('Since when the receiver had failed')
  }),
  'webhook.stopped': webhook('A webhook was stopped', {
    by: text('OWNER, OPERATOR or RECEIVER'),
    reason: { ...text('The reason that the operator has given'), optional: true }
  }),
  'webhook.started': webhook('A stopped webhook was started'),
  'webhook.event_dropped': webhook(
    'A receiver has refused an event for a day, so it is no longer delivered',
    {
      eventId: text('The id of the refused event'),
      eventType: text('The type of the refused event'),
      answerStatus
    }
  ),
  ...lifeOf('category', 'A category', named),
  'category.merged': merged('category', 'A category was merged into another one'),
  ...lifeOf('collection', 'A collection', named),
  'collection.merged': merged('collection', 'A collection was merged into another one'),
  ...lifeOf('tag', 'A tag', named),
  'tag.merged': merged('tag', 'A tag was merged into another one'),
  ...lifeOf('facet', 'A facet', named),
  ...lifeOf('facet_value', 'A value of a facet', { ...named, facetId: text('The id of the facet') }),
  'facet_value.merged': merged('facet_value', 'A value of a facet was merged into another one', {
    facetId: text('The id of the facet')
  }),
  ...lifeOf('attribute', 'An attribute', { code: text('The code') }),
  ...lifeOf('approval_rule', 'An approval rule', named),
  'approval_rule.reordered': eventOf('approval_rule', 'The order of the approval rules was changed', changes),
  ...lifeOf('reason_template', 'A reason template', { code: text('The code') }),
  'settings.updated': eventOf('settings', 'The settings of the marketplace were updated', changes)
} satisfies Record<string, EventDescription>

export type EventType = keyof typeof eventTypes

const names = Object.keys(eventTypes) as EventType[]
/** Describes a type of event in a line of Markdown, with the names of the fields of its details. */
function describe(name: EventType): string {
  const fields = Object.keys(eventTypes[name].details).map((field) => `\`${field}\``)
  const { description } = eventTypes[name]
  return `- \`${name}\`: ${description}${fields.length > 0 ? `. Details: ${fields.join(', ')}` : ''}`
}

/** The names of all types of events. */
export const eventTypeNames = enumeration(
  'EventType',
  names,
  `What happened:\n\n${names.map(describe).join('\n')}`
)
