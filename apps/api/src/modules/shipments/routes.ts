import type { Api, Deps } from '../../deps.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { fileDescription, fileSender, pageOrFile } from '../../http/csv-files.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { itemResultsText } from '../../http/item-results.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { vendorRead, vendorWrite } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { withSearchOfWords } from '../orders/list/list-orders.ts'
import { CarrierList, carriers } from './carriers.ts'
import { createShipment, createShipments } from './create-shipment.ts'
import { shipmentFileQuery } from './file-queries.ts'
import { listShipments } from './list-queries.ts'
import { findShipment } from './queries.ts'
import { shipmentFaults, shipmentSetFaults } from './rules.ts'
import {
  NewShipment,
  NewShipments,
  Shipment,
  ShipmentListQuery,
  ShipmentPage,
  ShipmentPatch,
  ShipmentResults
} from './schema.ts'
import { patchShipment } from './update-shipment.ts'

/**
 * The time limit of a request with many shipments, in milliseconds. 500 orders can have 200 lines each, and
 * all their stock has to be changed.
 */
const maxSetMs = 2 * 60_000

/** The maximum size of a body with many shipments: 500 shipments of 200 items each are about 8 MB. */
const maxSetBytes = 16 * 1024 * 1024

const fileExample =
  'shipment_id,order_number,po_number,carrier,tracking_number,tracking_url,status,shipped_at,delivered_at,sku,product,quantity\n' +
  '0197b7a0-…,1000-0181,PO-2000-0180,UPS,1Z999AA10123456784,,SHIPPED,2026-03-01T09:30:00.000Z,,HB-M8-100,Hex bolt M8,3\n'

const tagged = { tags: [tags.shipments] }

/** `/vendor/shipments` and `/vendor/carriers`: the shipments of the vendor's orders (contract 4.10, 4.12). */
export async function shipmentRoutes(api: Api, deps: Deps): Promise<void> {
  addListAndCreate(api, deps)
  addReadAndUpdate(api, deps)
  addCarriers(api)
}

function addListAndCreate(api: Api, { sql, secret }: Deps): void {
  const sendFile = fileSender(api, sql)

  api.get(
    '/vendor/shipments',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listShipments',
        summary: 'List shipments',
        description:
          'Returns shipments, newest first, including cancelled ones. Filters can be combined, and ' +
          `estimatedTotalCount is the exact number of matching shipments. ${fileDescription} It has a row for each item.`,
        querystring: ShipmentListQuery,
        response: pageOrFile(ShipmentPage, fileExample)
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const { orderId, ...others } = withSearchOfWords(readFilters(query))
      const filters = { ...others, ...(orderId !== undefined && { orderId: orderId.toLowerCase() }) }
      const isFile = await sendFile(request, reply, () => ({
        query: shipmentFileQuery(sql, vendorId, filters),
        name: 'shipments',
        owner: vendorId
      }))
      if (isFile) return reply
      const list = { name: 'shipments', binding: ['shipments', vendorId, filters], query }
      const text = await readList(secret, list, (page) => listShipments(sql, vendorId, { filters, page }))
      return sendJson<ShipmentPage>(reply, text)
    }
  )

  api.post(
    '/vendor/shipments',
    {
      config: { access: vendorWrite, rules: shipmentFaults, extraErrorStatuses: [404] },
      schema: {
        ...tagged,
        operationId: 'createShipment',
        summary: 'Ship an order, whole or in part',
        description:
          'Ships the given quantities, or without items all quantities that are left, and subtracts them from the ' +
          'stock on hand and the reserved stock. The first shipment acknowledges a CONFIRMED order. If quantities ' +
          'exceed what is left, the response is 409 OVER_SHIPPED with an error for each of these lines. If the order ' +
          'is cancelled, or if there are no items and nothing is left to ship, the response is 409 INVALID_TRANSITION.',
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

  api.post(
    '/vendor/shipments/bulk',
    {
      bodyLimit: maxSetBytes,
      config: { access: vendorWrite, rules: shipmentSetFaults, responseTimeoutMs: maxSetMs },
      schema: {
        ...tagged,
        operationId: 'createShipments',
        summary: 'Create several shipments',
        description:
          'Creates up to 500 shipments of one or several orders. The results are the same as if each ' +
          "shipment was created by a request of its own, in this order: a shipment that fails doesn't affect " +
          'the others, and if an order has several shipments, a later one ships what the earlier ones have ' +
          'left. If the body is invalid, no shipment is created.',
        body: ref(NewShipments),
        response: { 200: ref(ShipmentResults) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const created = await createShipments(tx, caller, request.body.shipments)
        const outcomes = created.map((result) =>
          result instanceof Problem ? { id: null, problem: result } : { id: result, problem: undefined }
        )
        return { json: itemResultsText('shipments', outcomes) }
      })
  )
}

function addReadAndUpdate(api: Api, { lookupPool }: Deps): void {
  const params = idParams('The shipment')

  api.get(
    '/vendor/shipments/:id',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getShipment',
        summary: 'Read a shipment',
        description: 'Returns one shipment with its items. Use its ETag for conditional reads and writes.',
        params,
        response: { 200: ref(Shipment) }
      }
    },
    async (request, reply) => {
      const shipment = await findShipment(lookupPool, request.vendorId, request.params.id)
      return sendWithEtag(request, reply, orNotFound(shipment))
    }
  )

  api.patch(
    '/vendor/shipments/:id',
    {
      config: { access: vendorWrite, rules: shipmentFaults },
      schema: {
        ...tagged,
        operationId: 'updateShipment',
        summary: 'Update a shipment',
        description:
          'The status changes from SHIPPED to IN_TRANSIT to DELIVERED, or directly from SHIPPED to DELIVERED. Until ' +
          'it is DELIVERED, it can change to CANCELLED. Then the quantities can be shipped again, and the units taken ' +
          'from the stock are returned to it. For any other change, the response is 409 INVALID_TRANSITION; sending ' +
          'the current status has no effect. Carrier, tracking fields and shippedAt can be corrected unless the ' +
          'shipment is CANCELLED. ' +
          'The status of the order is updated accordingly.',
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
}

function addCarriers(api: Api): void {
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
          'Returns the carriers for which tracking URLs are generated from the tracking number. Shipments can also ' +
          'have any other carrier.',
        response: { 200: ref(CarrierList) }
      }
    },
    async (request, reply) => sendWithEtag<CarrierList>(request, reply, carrierList)
  )
}
