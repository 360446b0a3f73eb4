import { type Static, Type } from 'typebox'
import { PageInfo } from '../../http/paging.ts'
import { named, nullable, oneOf, ref, Timestamp, Uuid } from '../../http/schema.ts'

const EventActor = named(
  'EventActor',
  Type.Object({
    type: oneOf(['USER', 'TOKEN', 'SYSTEM', 'PLATFORM'], {
      description: "To a vendor the operator's people are PLATFORM, without id and name"
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

/** A change, as the vendor that it concerns sees it. */
export const VendorEvent = named('Event', Type.Object(fields))

/** A change, as the operator sees it. */
export const PlatformEvent = named('PlatformEvent', Type.Object({ ...fields, vendorId: nullable(Uuid) }))

export const VendorEventPage = named(
  'EventPage',
  Type.Object({ events: Type.Array(ref(VendorEvent)), pageInfo: ref(PageInfo) })
)
export type VendorEventPage = Static<typeof VendorEventPage>

export const PlatformEventPage = named(
  'PlatformEventPage',
  Type.Object({ events: Type.Array(ref(PlatformEvent)), pageInfo: ref(PageInfo) })
)
export type PlatformEventPage = Static<typeof PlatformEventPage>
