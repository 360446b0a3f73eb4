import type { TestApp, TestVendor } from './app.ts'
import type { form } from './form.ts'
import { importJob } from './import-jobs.ts'
import { sharedOperator, testOrder } from './orders.ts'
import { person } from './people.ts'
import { imageCalls, png } from './product-images.ts'
import { adjust, closePeriod } from './statements.ts'

/**
 * Creates a resource of the vendor. Returns the path of one route for the resource. If the route requires a
 * body, also returns a valid body.
 */
type Resource = (
  t: TestApp,
  vendor: TestVendor
) => Promise<{
  path: string
  body?: unknown
  /** The parts of a multipart body. */
  parts?: Parameters<typeof form>[0]
  /**
   * A path from which the owner can read the resource. A refused call must not change the response to this
   * path.
   */
  read: string
}>

async function shippingMethod(t: TestApp, vendor: TestVendor): Promise<string> {
  const { body } = await t.call('POST /vendor/me/shipping-methods', {
    as: vendor.owner,
    body: { name: 'Ground' }
  })
  return `/vendor/me/shipping-methods/${body.id}`
}

async function product(t: TestApp, vendor: TestVendor): Promise<string> {
  const body = {
    name: 'Hex bolt M8',
    sku: `HB-${Math.random().toString(36).slice(2)}`,
    variants: [{ sku: 'HB-1', name: 'Box of 100', vendorPrice: 12.5 }]
  }
  const answer = await t.call('POST /vendor/products', { as: vendor.owner, body })
  return `/vendor/products/${answer.body.id}`
}

/** Creates another member of the vendor's team and returns the member's path. */
async function member(t: TestApp, vendor: TestVendor): Promise<string> {
  const { id } = await person(t, { vendorId: vendor.id, role: 'EDITOR' })
  return `/vendor/me/members/${id}`
}

/** Creates a published product with a staged image. Returns the product's path and the image's id. */
async function withPendingImage(t: TestApp, vendor: TestVendor): Promise<{ path: string; imageId: string }> {
  const path = await product(t, vendor)
  await t.sql`update products set status = 'PUBLISHED' where vendor_id = ${vendor.id}`
  const { body } = await imageCalls(t, vendor.owner, path.split('/').at(-1) ?? '').add()
  return { path, imageId: body.pendingRevision.images[0].id }
}

/** Creates a shipment of a new order and returns the shipment's path. */
async function shipment(t: TestApp, vendor: TestVendor): Promise<string> {
  const { id: orderId } = await testOrder(t, vendor)
  const body = { orderId, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const answer = await t.call('POST /vendor/shipments', { as: vendor.owner, body })
  return `/vendor/shipments/${answer.body.id}`
}

/** Returns a route of a webhook of the vendor that ends with this path. */
function webhookRoute(request: string, body?: unknown): [string, Resource] {
  const [method = '', end = ''] = request.split(/ (.*)/)
  return [
    `${method} /api/v1/vendor/me/webhooks/:id${end}`,
    async (t, vendor) => {
      const url = 'https://93.184.215.14/hook'
      const created = await t.call('POST /vendor/me/webhooks', { as: vendor.owner, body: { url } })
      const read = `/vendor/me/webhooks/${created.body.id}`
      return { path: `${read}${end}`, read, ...(body !== undefined && { body }) }
    }
  ]
}

/** Returns the routes of a closed statement that end with these paths. */
function statementRoutes(ends: string[]): Record<string, Resource> {
  const routes = ends.map((end): [string, Resource] => [
    `GET /api/v1/vendor/statements/:id${end}`,
    async (t, vendor) => {
      await adjust(t, await sharedOperator(t), vendor.id, { amount: 1, reason: 'Credit' })
      const [{ id }] = await closePeriod(t, vendor)
      return { path: `/vendor/statements/${id}${end}`, read: `/vendor/statements/${id}` }
    }
  ])
  return Object.fromEntries(routes)
}

/** Creates a running import job with a failed item and returns the job's path. */
async function runningImport(t: TestApp, vendor: TestVendor): Promise<string> {
  const chunks = [[{ code: 'HB-1', status: 'FAILED' as const }], [{ code: 'HB-2' }]]
  return `/vendor/import-jobs/${await importJob(t, vendor.id, { chunks })}`
}

/** One entry for each vendor route that has an id in its path. */
export const resources: Record<string, Resource> = {
  'GET /api/v1/vendor/me/shipping-methods/:id': async (t, vendor) => {
    const path = await shippingMethod(t, vendor)
    return { path, read: path }
  },
  'PATCH /api/v1/vendor/me/shipping-methods/:id': async (t, vendor) => {
    const path = await shippingMethod(t, vendor)
    return { path, read: path, body: { name: 'Air' } }
  },
  'DELETE /api/v1/vendor/me/shipping-methods/:id': async (t, vendor) => {
    const path = await shippingMethod(t, vendor)
    return { path, read: path }
  },
  'PATCH /api/v1/vendor/me/members/:id': async (t, vendor) => {
    const path = await member(t, vendor)
    return { path, read: '/vendor/me/members', body: { role: 'VIEWER' } }
  },
  'DELETE /api/v1/vendor/me/members/:id': async (t, vendor) => {
    const path = await member(t, vendor)
    return { path, read: '/vendor/me/members' }
  },
  'POST /api/v1/vendor/me/members/:id/reset': async (t, vendor) => {
    const path = await member(t, vendor)
    return { path: `${path}/reset`, read: '/vendor/me/members' }
  },
  'DELETE /api/v1/vendor/me/api-tokens/:id': async (t, vendor) => {
    const body = { name: 'Stock sync', role: 'EDITOR' }
    const created = await t.call('POST /vendor/me/api-tokens', { as: vendor.owner, body })
    return { path: `/vendor/me/api-tokens/${created.body.id}`, read: '/vendor/me/api-tokens' }
  },
  ...Object.fromEntries([
    webhookRoute('GET '),
    webhookRoute('PATCH ', { description: 'Taken over' }),
    webhookRoute('DELETE '),
    webhookRoute('POST /rotate', {}),
    webhookRoute('POST /test', { type: 'order.placed' }),
    webhookRoute('POST /replay', { occurredAfter: '2026-03-01T12:00:00Z' }),
    webhookRoute('GET /status'),
    webhookRoute('GET /failed-attempts'),
    webhookRoute('GET /set-aside-events')
  ]),
  'GET /api/v1/vendor/products/:id': async (t, vendor) => {
    const path = await product(t, vendor)
    return { path, read: path }
  },
  'PATCH /api/v1/vendor/products/:id': async (t, vendor) => {
    const path = await product(t, vendor)
    return { path, read: path, body: { brand: 'Boltwell' } }
  },
  'DELETE /api/v1/vendor/products/:id/revision': async (t, vendor) => {
    const path = await product(t, vendor)
    await t.sql`update products set status = 'PUBLISHED' where vendor_id = ${vendor.id}`
    await t.call(`PATCH ${path}`, { as: vendor.owner, body: { name: 'Hex bolt M10' } })
    return { path: `${path}/revision`, read: path }
  },
  'DELETE /api/v1/vendor/products/:id/variants/:variantId': async (t, vendor) => {
    const path = await product(t, vendor)
    const { body } = await t.call(`GET ${path}`, { as: vendor.owner })
    return { path: `${path}/variants/${body.variants[0].id}`, read: path }
  },
  'DELETE /api/v1/vendor/products/:id': async (t, vendor) => {
    const path = await product(t, vendor)
    return { path, read: path }
  },
  'POST /api/v1/vendor/products/:id/images': async (t, vendor) => {
    const path = await product(t, vendor)
    return { path: `${path}/images`, parts: [['file', await png()]], read: path }
  },
  'PUT /api/v1/vendor/products/:id/images': async (t, vendor) => {
    const path = await product(t, vendor)
    return { path: `${path}/images`, parts: [['images', await png()]], read: path }
  },
  'DELETE /api/v1/vendor/products/:id/images/:imageId': async (t, vendor) => {
    const { path, imageId } = await withPendingImage(t, vendor)
    return { path: `${path}/images/${imageId}`, read: path }
  },
  'GET /api/v1/vendor/products/:id/revision/images/:imageId': async (t, vendor) => {
    const { path, imageId } = await withPendingImage(t, vendor)
    return { path: `${path}/revision/images/${imageId}`, read: path }
  },
  'GET /api/v1/vendor/products/:id/history': async (t, vendor) => {
    const path = await product(t, vendor)
    return { path: `${path}/history`, read: path }
  },
  'GET /api/v1/vendor/products/:id/reviews': async (t, vendor) => {
    const path = await product(t, vendor)
    return { path: `${path}/reviews`, read: path }
  },
  'POST /api/v1/vendor/products/:id/submit': async (t, vendor) => {
    const path = await product(t, vendor)
    await t.sql`update products set status = 'DRAFT' where vendor_id = ${vendor.id}`
    return { path: `${path}/submit`, read: path }
  },
  'GET /api/v1/vendor/orders/:id': async (t, vendor) => {
    const path = `/vendor/orders/${(await testOrder(t, vendor)).id}`
    return { path, read: path }
  },
  'POST /api/v1/vendor/orders/:id/acknowledge': async (t, vendor) => {
    const path = `/vendor/orders/${(await testOrder(t, vendor)).id}`
    return { path: `${path}/acknowledge`, read: path }
  },
  'POST /api/v1/vendor/orders/:id/cancel': async (t, vendor) => {
    const path = `/vendor/orders/${(await testOrder(t, vendor)).id}`
    return { path: `${path}/cancel`, read: path, body: { reason: 'OUT_OF_STOCK' } }
  },
  'GET /api/v1/vendor/purchase-orders/:id': async (t, vendor) => {
    const path = `/vendor/purchase-orders/${(await testOrder(t, vendor)).id}`
    return { path, read: path }
  },
  ...statementRoutes(['', '/lines', '/document']),
  'GET /api/v1/vendor/shipments/:id': async (t, vendor) => {
    const path = await shipment(t, vendor)
    return { path, read: path }
  },
  'PATCH /api/v1/vendor/shipments/:id': async (t, vendor) => {
    const path = await shipment(t, vendor)
    return { path, read: path, body: { status: 'IN_TRANSIT' } }
  },
  'GET /api/v1/vendor/orders/:id/packing-slip': async (t, vendor) => {
    const path = `/vendor/orders/${(await testOrder(t, vendor)).id}`
    return { path: `${path}/packing-slip`, read: path }
  },
  'GET /api/v1/vendor/purchase-orders/:id/document': async (t, vendor) => {
    const path = `/vendor/purchase-orders/${(await testOrder(t, vendor)).id}`
    return { path: `${path}/document`, read: path }
  },
  'GET /api/v1/vendor/import-jobs/:queue_id': async (t, vendor) => {
    const path = await runningImport(t, vendor)
    return { path, read: path }
  },
  'GET /api/v1/vendor/import-jobs/:queue_id/items': async (t, vendor) => {
    const path = await runningImport(t, vendor)
    return { path: `${path}/items`, read: path }
  },
  'GET /api/v1/vendor/import-jobs/:queue_id/report': async (t, vendor) => {
    const path = await runningImport(t, vendor)
    return { path: `${path}/report`, read: path }
  },
  'POST /api/v1/vendor/import-jobs/:queue_id/retry': async (t, vendor) => {
    const chunks = [[{ code: 'HB-1', status: 'FAILED' as const }]]
    const id = await importJob(t, vendor.id, { status: 'COMPLETED_WITH_ERRORS', chunks })
    return { path: `/vendor/import-jobs/${id}/retry`, read: '/vendor/import-jobs' }
  },
  'POST /api/v1/vendor/import-jobs/:queue_id/cancel': async (t, vendor) => {
    const path = await runningImport(t, vendor)
    return { path: `${path}/cancel`, read: path }
  }
}
