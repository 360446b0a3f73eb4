import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { vendorRead, vendorWrite } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { CarrierList, carriers } from './carriers.ts'
import { createShipment } from './create-shipment.ts'
import { listShipments } from './list-queries.ts'
import { findShipment } from './queries.ts'
import { bodyFaults } from './rules.ts'
import { NewShipment, Shipment, ShipmentListQuery, ShipmentPage, ShipmentPatch } from './schema.ts'
import { patchShipment } from './update-shipment.ts'

/** `/vendor/shipments` and `/vendor/carriers`: what is on its way to customers (contract 1). */
export async function shipmentRoutes(api: Api, { sql, lookupPool, secret }: Deps): Promise<void> {
  const tagged = { tags: [tags.shipments] }
  const params = idParams('The shipment')

  api.get(
    '/vendor/shipments',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listShipments',
        summary: 'List shipments',
        description:
          'Newest first, cancelled ones too. Filters can be combined; estimatedTotalCount is exact for them.',
        querystring: ShipmentListQuery,
        response: { 200: ref(ShipmentPage) }
      }
    },
    async ({ vendorId, query }, reply) => {
      const { orderId, ...others } = readFilters(query)
      const filters = { ...others, ...(orderId !== undefined && { orderId: orderId.toLowerCase() }) }
      const list = { name: 'shipments', binding: ['shipments', vendorId, filters], query }
      const text = await readList(secret, list, (page) => listShipments(sql, vendorId, { filters, page }))
      return sendJson<ShipmentPage>(reply, text)
    }
  )

  api.post(
    '/vendor/shipments',
    {
      config: { access: vendorWrite, rules: bodyFaults, alsoAnswers: [404] },
      schema: {
        ...tagged,
        operationId: 'createShipment',
        summary: 'Ship an order, whole or in part',
        description:
          'Ships the named quantities, or without items all that is left; stock on hand and reserved fall by them. ' +
          'A CONFIRMED order is acknowledged by its first shipment. Lines with less left than is named are 409 ' +
          'OVER_SHIPPED, each at its place; a cancelled order, or without items one with nothing left, is 409 ' +
          'INVALID_TRANSITION.',
        body: ref(NewShipment),
        response: { 200: ref(Shipment) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await createShipment(tx, caller, request.body),
        tagged: true
      }))
  )

  api.get(
    '/vendor/shipments/:id',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getShipment',
        summary: 'Read a shipment',
        description: 'One shipment with its items, and an ETag for conditional reads and writes.',
        params,
        response: { 200: ref(Shipment) }
      }
    },
    async (request, reply) => {
      const shipment = await findShipment(lookupPool, request.vendorId, request.params.id)
      return sendTagged(request, reply, orNotFound(shipment))
    }
  )

  api.patch(
    '/vendor/shipments/:id',
    {
      config: { access: vendorWrite, rules: bodyFaults },
      schema: {
        ...tagged,
        operationId: 'updateShipment',
        summary: 'Correct or move a shipment',
        description:
          'Status: SHIPPED → IN_TRANSIT → DELIVERED, or SHIPPED → DELIVERED at once; CANCELLED before delivery, which ' +
          'makes its quantities shippable again and gives their stock back. Another move is 409 INVALID_TRANSITION; the ' +
          "current status is no move. Carrier, tracking and shippedAt can be corrected until CANCELLED. The order's " +
          'status follows.',
        params,
        body: ref(ShipmentPatch),
        response: { 200: ref(Shipment) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await patchShipment(tx, caller, { id: request.params.id, patch: request.body }),
        tagged: true
      }))
  )

  const carrierList = JSON.stringify({ carriers })
  api.get(
    '/vendor/carriers',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'listCarriers',
        summary: 'List known carriers',
        description:
          'Carriers whose tracking links are made from the number. A shipment can name any other carrier too.',
        response: { 200: ref(CarrierList) }
      }
    },
    async (request, reply) => sendTagged<CarrierList>(request, reply, carrierList)
  )
}
