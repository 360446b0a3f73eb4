import { openCatalog } from '../catalog.ts'
import { fillVendor } from '../fill.ts'
import { insertOpenOrders } from '../fill-order-queries.ts'
import { insertVendors } from '../fill-queries.ts'
import type { Call } from '../http.ts'
import { callFor } from '../pace.ts'
import { groupProcessorMs, parentOf, processorMs } from '../processor.ts'
import { checkpoint, listTargets, sampleProducts, sampleSlugs, sessionProcess } from '../queries.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'
import { awaitJob, jsonBody, requireCreated, sendUpload } from '../upload.ts'
import { openStockedVendors, orderBody, orderGenerator } from './order-intake.ts'
import { newProduct } from './product-create.ts'

/** Runs some work for a sample and returns the number of requests or items that it handled. */
type Work = () => Promise<number>
type Named = { name: string; unit: string; work: Work }

export const scenario: Scenario = {
  floor: 'none: the processor time of the service process and of all processes of PostgreSQL, for a request',
  async prepare(setup: BenchSetup) {
    const works = [...(await readsOf(setup)), ...(await writesOf(setup)), ...(await bulkOf(setup))]
    const server = parentOf(await sessionProcess(setup.sql))
    return works.flatMap((one) => casesOf(setup, one, server))
  }
}

/** Returns two cases: the time of the service, and that of PostgreSQL, which is measured together with it. */
function casesOf({ servicePid, sql }: BenchSetup, { name, unit, work }: Named, server: number): LimitCase[] {
  let database = 0
  const measure = async () => {
    await work()
    await checkpoint(sql)
    const before = [processorMs(servicePid), groupProcessorMs(server)] as const
    const units = await work()
    const used = [processorMs(servicePid) - before[0], groupProcessorMs(server) - before[1]] as const
    database = (used[1] * 1000) / units
    return { value: (used[0] * 1000) / units, notes: [`${units} ${unit}s were measured`] }
  }
  const shared = { kind: 'limit', unit: `µs/${unit}`, limit: undefined } as const
  return [
    { ...shared, size: `${name}: Node`, measure },
    { ...shared, size: `${name}: PostgreSQL`, measure: async () => ({ value: database, notes: [] }) }
  ]
}

function requests({ options, service }: BenchSetup, name: string, next: (call: number) => Call): Named {
  const work = async () => {
    let sent = 0
    await callFor({ seconds: options.seconds, concurrency: 16 }, (call) => {
      sent++
      return service.send(next(call))
    })
    return sent
  }
  return { name, unit: 'request', work }
}

async function readsOf(setup: BenchSetup): Promise<Named[]> {
  const { sql, vendorId, signIn } = setup
  const headers = await signIn(vendorId)
  const products = await sampleProducts(sql, vendorId)
  const slugs = await sampleSlugs(sql)
  const vendor = (path: string) => ({ path: `/api/v1/vendor/${path}`, headers: headers() })
  const storefront = (path: string) => ({ path: `/api/v1/storefront/${path}` })
  return [
    requests(setup, 'product', (call) => vendor(`products/${products[call % products.length]?.id}`)),
    requests(setup, 'page of 24 products', () => vendor('products?first=24')),
    requests(setup, 'page of 500 rows of products', () => vendor('products?view=row&first=500')),
    requests(setup, 'page of 24 orders', () => vendor('orders?first=24')),
    requests(setup, 'storefront product', (call) => storefront(`products/${slugs[call % slugs.length]}`)),
    requests(setup, 'storefront page of 24', () => storefront('products?first=24'))
  ]
}

async function writesOf(setup: BenchSetup): Promise<Named[]> {
  const { sql, vendorId, categoryIds, options } = setup
  const [headers, operator] = [await setup.signIn(vendorId), await setup.signInOperator()]
  const products = await sampleProducts(sql, vendorId)
  const parts = orderGenerator(await openStockedVendors(setup, 'PROCESSOR'), [1])
  const count = Math.min(1000, options.products)
  const shipVendor = await fillVendor(sql, { prefix: 'SENT', products: count, categoryIds })
  const lines = await insertOpenOrders(sql, shipVendor)
  const shipHeaders = await setup.signIn(shipVendor)
  let [stock, shipped] = [1000, 0]
  return [
    requests(setup, 'change of stock', (call) => {
      const { id, variantId } = products[call % products.length] ?? {}
      const body = { variantStock: [{ variantId, quantity: stock++ }] }
      return json('PATCH', `vendor/products/${id}`, headers, body)
    }),
    requests(setup, 'new product', (call) => ({
      ...json('POST', 'vendor/products', headers, newProduct(call, categoryIds)),
      expect: 201
    })),
    requests(setup, 'new order', () => json('POST', 'platform/orders', operator, orderBody(parts()))),
    requests(setup, 'shipment', () => {
      const { suborderId: orderId, orderItemId } = lines[shipped++ % lines.length] ?? {}
      const body = { orderId, carrier: 'UPS', trackingNumber: '1Z', items: [{ orderItemId, quantity: 1 }] }
      return json('POST', 'vendor/shipments', shipHeaders, body)
    })
  ]
}

function json(method: 'POST' | 'PATCH', path: string, headers: Headers, body: object): Call {
  const type = { 'content-type': 'application/json' }
  return { method, path: `/api/v1/${path}`, headers: { ...headers(), ...type }, body: JSON.stringify(body) }
}

/** An update of prices and stock, and an upload, of the largest size up to 10,000 items. */
async function bulkOf(setup: BenchSetup): Promise<Named[]> {
  const { service, sql, categoryIds, options } = setup
  const items = Math.min(10_000, Math.max(...options.updateSizes))
  const updateVendor = await fillVendor(sql, { prefix: 'CHANGED', products: items, categoryIds })
  const targets = await listTargets(sql, { vendorId: updateVendor, limit: items })
  const [uploadVendor = ''] = await insertVendors(sql, { prefix: 'processor-upload', count: 1 })
  const [updates, uploads] = [await setup.signIn(updateVendor), await setup.signIn(uploadVendor)]
  const catalog = await openCatalog(categoryIds)
  let sample = 0
  const update = async () => {
    sample++
    const changed = targets.map(({ code }, index) => ({
      code,
      vendor_price: 5 + sample,
      amount: index + sample
    }))
    await service.send(json('POST', 'vendor/products/bulk-update', updates, { items: changed }))
    return items
  }
  const upload = async () => {
    sample++
    const rows = Array.from({ length: items }, (_, index) => catalog.item(index, `PROCESSOR${sample}`))
    const id = await sendUpload(service, uploads, jsonBody(rows))
    requireCreated(await awaitJob(service, uploads, id), items)
    return items
  }
  return [
    { name: 'bulk update', unit: 'item', work: update },
    { name: 'bulk upload', unit: 'item', work: upload }
  ]
}
