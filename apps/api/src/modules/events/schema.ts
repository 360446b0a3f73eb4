import { type Static, type TSchema, Type } from 'typebox'
import { type DetailField, eventTypeNames, eventTypes, type EventType as Name } from '../../event-types.ts'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import { idFilter, named, nullable, oneOf, ref, Timestamp, timeFilter, Uuid } from '../../http/schema.ts'
import { waitParameter } from '../../http/server/feed-waiter.ts'

export const EventActor = named(
  'EventActor',
  Type.Object({
    type: oneOf(['USER', 'TOKEN', 'SYSTEM', 'PLATFORM'], {
      description: 'In responses to vendors, operator users are shown as PLATFORM, without id and name'
    }),
    id: nullable(Type.String({ format: 'uuid', description: 'The id of the user or API token' })),
    name: nullable(Type.String({ description: 'The name of the user or API token' }))
  }),
  'Who made a change'
)

/** Returns the schema of the old and new values of fields. The values can be of any type. */
function fieldChanges(description: string): TSchema {
  const anyValue = (description: string) => ({ description })
  return Type.Unsafe({
    type: 'array',
    items: {
      type: 'object',
      properties: {
        field: { type: 'string', description: 'The name of the field' },
        from: anyValue(
          'The value before the change. It is missing if its JSON has more than 4,000 characters.'
        ),
        to: anyValue('The value after the change. It is missing if its JSON has more than 4,000 characters.')
      },
      required: ['field']
    },
    description
  })
}

/** Returns the schema of a field of details. Different descriptions of the field are joined to one. */
export function detailSchema(declarations: readonly DetailField[]): TSchema {
  const [field] = declarations
  if (field?.type === 'array') return fieldChanges(field.description)
  const types = new Set(
    declarations.flatMap(({ type, nullable }) => [type, ...(nullable ? ['null' as const] : [])])
  )
  const [first = '', ...others] = new Set(declarations.map(({ description }) => description))
  return Type.Unsafe({
    type: types.size === 1 ? [...types][0] : [...types],
    description: [
      first,
      ...others.map((sentence) => `${sentence[0]?.toLowerCase()}${sentence.slice(1)}`)
    ].join('; or ')
  })
}

/** Returns the schemas of the fields that the details of any type of event have. */
function detailSchemas(): Record<string, TSchema> {
  const all = eventTypeNames.flatMap((type) => Object.entries<DetailField>(eventTypes[type].details))
  return Object.fromEntries(
    [...Map.groupBy(all, ([name]) => name)].map(([name, declared]) => [
      name,
      detailSchema(declared.map(([, field]) => field))
    ])
  )
}

// One object and not `anyOf` the details of each type, because clients could otherwise read no field without
// a check of the type. It is open, because later versions can add fields.
const EventDetails = named(
  'EventDetails',
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description:
      'Further values. The type of the event determines which of these fields are present: see EventType. More ' +
      'fields can be added.',
    properties: detailSchemas(),
    additionalProperties: true
  })
)

const fields = {
  id: Uuid,
  type: oneOf(eventTypeNames),
  subject: Type.Object(
    {
      type: Type.String({ description: 'The kind of the resource', examples: ['product'] }),
      id: nullable(Type.String({ format: 'uuid', description: 'The id of the resource' }))
    },
    { description: 'The resource that changed' }
  ),
  actor: ref(EventActor),
  requestId: nullable(Type.String({ description: 'The id of the request that made the change' })),
  changedFields: Type.Array(Type.String(), { description: 'The names of the fields that changed' }),
  details: ref(EventDetails),
  occurredAt: Timestamp,
  sequence: Type.Integer({
    description: 'The position in the list. It increases from event to event, with gaps.',
    examples: [1042]
  }),
  cursor: Type.String({
    description: 'Send it as `after` to read the events after this one. It is valid with any filters.'
  })
}

/** An event, as it is shown to the vendor that the event concerns. */
export const VendorEvent = named(
  'Event',
  Type.Object(fields, { description: 'An event: a change of one resource, or a bulk operation' })
)

/** An event, as shown to the operator. */
export const PlatformEvent = named(
  'PlatformEvent',
  Type.Object({
    ...fields,
    vendorId: nullable(
      Type.String({
        format: 'uuid',
        description: 'The vendor whose events include this one; null if none'
      })
    )
  }),
  'An event, as the operator sees it'
)

export const VendorEventPage = pageSchema('EventPage', 'events', VendorEvent, {})
export type VendorEventPage = Static<typeof VendorEventPage>

export const PlatformEventPage = pageSchema('PlatformEventPage', 'events', PlatformEvent, {})
export type PlatformEventPage = Static<typeof PlatformEventPage>

/** The filters of both feeds (contract 6). An event must match all of them. */
const filters = {
  type: Type.Optional(
    Type.Unsafe<Name>({
      ...oneOf(eventTypeNames),
      description: 'Events of this type',
      examples: ['product.approved']
    })
  ),
  subjectId: idFilter('Events of the resource with this id'),
  productId: idFilter('Events of this product'),
  actorId: idFilter('Events of changes that this user or API token made'),
  occurredAfter: timeFilter('Events after this time'),
  occurredBefore: timeFilter('Events before this time')
}

export const VendorEventQuery = pagingQuery({ ...filters, wait: waitParameter })
export const PlatformEventQuery = pagingQuery({
  ...filters,
  vendorId: idFilter('Events of this vendor'),
  wait: waitParameter
})
export type EventFilters = Pick<Static<typeof VendorEventQuery>, keyof typeof filters>
