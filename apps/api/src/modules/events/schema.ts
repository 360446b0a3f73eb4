import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import { named, nullable, oneOf, ref, Timestamp, Uuid } from '../../http/schema.ts'

const EventActor = named(
  'EventActor',
  Type.Object({
    type: oneOf(['USER', 'TOKEN', 'SYSTEM', 'PLATFORM'], {
      description: 'In responses to vendors, operator users are shown as PLATFORM, without id and name'
    }),
    id: nullable(Uuid),
    name: nullable(Type.String())
  })
)

const fields = {
  id: Uuid,
  type: Type.String({ examples: ['product.created'] }),
  subject: Type.Object({ type: Type.String({ examples: ['product'] }), id: nullable(Uuid) }),
  actor: ref(EventActor),
  requestId: nullable(Type.String()),
  changedFields: Type.Array(Type.String()),
  details: Type.Object({}, { additionalProperties: true }),
  occurredAt: Timestamp
}

/** An event, as it is shown to the vendor that the event concerns. */
const VendorEvent = named('Event', Type.Object(fields))

/** An event, as shown to the operator. */
const PlatformEvent = named('PlatformEvent', Type.Object({ ...fields, vendorId: nullable(Uuid) }))

export const VendorEventPage = pageSchema('EventPage', 'events', VendorEvent, {})
export type VendorEventPage = Static<typeof VendorEventPage>

export const PlatformEventPage = pageSchema('PlatformEventPage', 'events', PlatformEvent, {})
export type PlatformEventPage = Static<typeof PlatformEventPage>
