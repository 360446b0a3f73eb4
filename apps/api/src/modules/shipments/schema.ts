import { type Static, Type } from 'typebox'
import { itemResults } from '../../http/item-results.ts'
import { pageSchema, pagingQuery } from '../../http/paging.ts'
import {
  idFilter,
  input,
  line,
  named,
  nullable,
  oneOf,
  optional,
  ref,
  Timestamp,
  timeFilter,
  Uuid
} from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'

/** The statuses of a shipment (contract 4.12). */
export const shipmentStatuses = enumeration(
  'ShipmentStatus',
  ['SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED'],
  'The status of a shipment'
)
export type ShipmentStatus = (typeof shipmentStatuses)[number]

const text = (example: string) => Type.String({ examples: [example] })

const ShipmentItem = named(
  'ShipmentItem',
  Type.Object({
    orderItemId: Uuid,
    productName: text('Hex bolt M8'),
    sku: text('HB-M8-100'),
    quantity: Type.Integer({ minimum: 1, examples: [2] })
  }),
  'A shipped quantity of a line of the order'
)

/** A shipment of a vendor's order (contract 2.10). */
export const Shipment = named(
  'Shipment',
  Type.Object({
    id: Uuid,
    orderId: Uuid,
    orderNumber: text('1000-0181'),
    poNumber: text('PO-2000-0180'),
    carrier: text('UPS'),
    trackingNumber: text('1Z999AA10123456784'),
    trackingUrl: nullable(
      Type.String({ examples: ['https://www.ups.com/track?tracknum=1Z999AA10123456784'] })
    ),
    status: oneOf(shipmentStatuses),
    shippedAt: Timestamp,
    deliveredAt: nullable(Timestamp),
    items: Type.Array(ref(ShipmentItem)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'A shipment'
)
export type Shipment = Static<typeof Shipment>

const carrier = line({
  min: 1,
  max: 100,
  description:
    'The code or name of a carrier from GET /api/v1/vendor/carriers, ignoring case, or the name of another carrier',
  examples: ['UPS']
})
const trackingNumber = line({ min: 1, max: 100, examples: ['1Z999AA10123456784'] })
const shippedAt = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-03-01T09:30:00.000Z'] })
const url = (description: string) =>
  optional(line({ max: 2048, description, examples: ['https://track.example.com/1Z999AA10123456784'] }))

const NewShipmentItem = named(
  'NewShipmentItem',
  input({ orderItemId: Uuid, quantity: Type.Integer({ minimum: 1, examples: [2] }) }),
  'A line of the order and the quantity to ship'
)

/** The body that creates a shipment of the given quantities, or of all quantities that are left. */
export const NewShipment = named(
  'NewShipment',
  input(
    {
      orderId: Uuid,
      carrier,
      trackingNumber,
      trackingUrl: url('An http or https URL. The default is the tracking URL of a known carrier.'),
      shippedAt: optional(shippedAt('Between the time of the order and now. The default is now.')),
      items: optional(
        Type.Array(ref(NewShipmentItem), {
          minItems: 1,
          maxItems: 200,
          description: 'The quantities to ship. The default is all quantities that are left.'
        })
      )
    },
    { output: Shipment }
  ),
  'A shipment to create'
)
export type NewShipment = Static<typeof NewShipment>

/** The maximum number of shipments in one request. */
const maxShipments = 500

/** The body that creates several shipments. */
export const NewShipments = named(
  'NewShipments',
  input({
    shipments: Type.Array(ref(NewShipment), {
      minItems: 1,
      maxItems: maxShipments,
      description: 'The shipments to create, in this order'
    })
  }),
  'The shipments to create, of one or several orders'
)

/** The result of each shipment of `NewShipments`. */
export const ShipmentResults = itemResults('Shipment', {
  list: 'shipments',
  id: nullable({ ...Uuid, description: "The new shipment's id. Null if the item failed." }),
  description: 'The result of each shipment'
})

/** The body that updates a shipment. Omitted fields stay unchanged. */
export const ShipmentPatch = named(
  'ShipmentPatch',
  input(
    {
      carrier: Type.Optional(carrier),
      trackingNumber: Type.Optional(trackingNumber),
      trackingUrl: url(
        'Null clears the URL. If it is omitted, a generated URL is updated with the carrier and the tracking number; ' +
          'a URL that was sent stays unchanged.'
      ),
      shippedAt: Type.Optional(shippedAt('Between the time of the order and now')),
      status: Type.Optional(
        oneOf(shipmentStatuses, {
          description: 'SHIPPED → IN_TRANSIT → DELIVERED, or CANCELLED before delivery'
        })
      )
    },
    { output: Shipment }
  ),
  'The fields of a shipment to change. Omitted fields stay unchanged.'
)
export type ShipmentPatch = Static<typeof ShipmentPatch>

const filters = {
  orderId: idFilter('Shipments of this order'),
  status: Type.Optional(oneOf(shipmentStatuses, { description: 'Shipments in this status' })),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Matches words, or their beginnings, in the tracking number, or in the order number, the PO number and the SKUs ' +
        'of the order. All words must match, either in the tracking number or in the order.',
      examples: ['1Z999AA1']
    })
  ),
  shippedAfter: timeFilter('Shipments whose shippedAt is after this time'),
  shippedBefore: timeFilter('Shipments whose shippedAt is before this time'),
  updatedAfter: timeFilter('Shipments changed after this time')
}

export const ShipmentListQuery = pagingQuery(filters)
export type ShipmentListQuery = Static<typeof ShipmentListQuery>
export type ShipmentFilters = Pick<ShipmentListQuery, keyof typeof filters>

export const ShipmentPage = pageSchema('ShipmentPage', 'shipments', Shipment)
export type ShipmentPage = Static<typeof ShipmentPage>
