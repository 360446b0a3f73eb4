import type { Tx } from '../db/connect.ts'
import type { NewOrder } from '../modules/orders/place/new-order.ts'
import { placeOrder } from '../modules/orders/place/place-order.ts'
import type { PlacedOrder } from '../modules/orders/platform-schema.ts'
import { customers, type DemoCustomer } from './customers.ts'
import {
  type DemoSellable,
  listDemoLines,
  listDemoMethods,
  listDemoSellables,
  moveDemoEvents,
  moveDemoOrders,
  recountDemoOrders,
  renameDemoShipments
} from './order-queries.ts'
import { type DemoOrder, type DemoPart, orders } from './orders.ts'
import { callerOf, type DemoPeople, type VendorName } from './people.ts'
import { stories } from './stories.ts'
import { type DemoSuborder, tellStory } from './tell-story.ts'

/** What the orders name by its id. */
type Shop = { sellables: Map<string, DemoSellable>; methodId(vendorId: string, name: string): string }

/**
 * Places the demo's orders and does with them what their stories say, as the API would, then moves all of it to the time
 * of the stories. The products are there, with their stock.
 */
export async function seedOrders(tx: Tx, people: DemoPeople): Promise<void> {
  const now = Date.now()
  const shop = await readShop(tx)
  const operator = callerOf(people.operator)
  const placed = await Promise.all(
    orders.map(async (order, n) => {
      const body = orderBody(order, { shop, people, placed: placedAt(order, n, now) })
      const answer: PlacedOrder = JSON.parse(await placeOrder(tx, operator, body))
      return subordersOf(order, { answer, people })
    })
  )
  const lines = Map.groupBy(await listDemoLines(tx), ({ suborderId }) => suborderId)
  const moments = await Promise.all(
    placed
      .flat()
      .map((suborder, n) => tellStory(tx, { suborder, lines: lines.get(suborder.id) ?? [], operator, n }))
  )
  await Promise.all([
    moveDemoEvents(tx, moments.flat()),
    moveDemoOrders(tx),
    renameDemoShipments(tx),
    recountDemoOrders(tx)
  ])
}

async function readShop(tx: Tx): Promise<Shop> {
  const [sellables, methods] = await Promise.all([listDemoSellables(tx), listDemoMethods(tx)])
  return {
    sellables: new Map(sellables.map((one) => [one.sku, one])),
    methodId: (vendorId, name) =>
      methods.find((one) => one.vendorId === vendorId && one.name === name)?.id ?? ''
  }
}

/** To the second, so that orders are not placed at full minutes. */
function placedAt({ daysAgo }: DemoOrder, n: number, now: number): number {
  return Math.floor(now - daysAgo * 86_400_000 - ((n * 7_919) % 600) * 1_000)
}

function methodOf({ shipTo }: DemoCustomer, { method }: DemoPart): string {
  return method ?? (['US', 'CA'].includes(shipTo.country) ? 'Parcel' : 'International')
}

function partsOf({ parts }: DemoOrder): [VendorName, DemoPart][] {
  const vendors: VendorName[] = ['harbor', 'summit']
  return vendors.flatMap((vendor) => {
    const part = parts[vendor]
    return part ? [[vendor, part] as [VendorName, DemoPart]] : []
  })
}

type Placing = { shop: Shop; people: DemoPeople; placed: number }

function orderBody(order: DemoOrder, { shop, people, placed }: Placing): NewOrder {
  const customer: DemoCustomer = customers[order.customer]
  return {
    placedAt: new Date(placed).toISOString(),
    paymentMethodName: order.payment,
    shipTo: customer.shipTo,
    ...(order.note !== undefined && { customerNote: order.note }),
    vendors: partsOf(order).map(([vendor, part]) => {
      const { vendorId } = people.vendors[vendor]
      const wanted = Object.entries(part.items).map(([sku, quantity]) => ({
        ...sellable(shop, sku),
        quantity
      }))
      const cents = wanted.reduce((total, { cents, quantity }) => total + cents * quantity, 0)
      return {
        vendorId,
        shippingMethodId: shop.methodId(vendorId, methodOf(customer, part)),
        tax: inUnits(Math.round((cents * (customer.taxPercent ?? 0)) / 100)),
        ...(part.discount !== undefined && { discount: part.discount }),
        items: wanted.map(({ id, quantity }) => ({ variantId: id, quantity }))
      }
    })
  }
}

function sellable({ sellables }: Shop, sku: string): DemoSellable {
  const found = sellables.get(sku)
  if (!found) throw new Error(`The demo has no ${sku}`)
  return found
}

function inUnits(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

type Placed = { answer: PlacedOrder; people: DemoPeople }

function subordersOf(order: DemoOrder, { answer, people }: Placed): DemoSuborder[] {
  const customer: DemoCustomer = customers[order.customer]
  return partsOf(order).map(([vendor, part], index) => ({
    id: answer.suborders[index]?.id ?? '',
    caller: callerOf(people.vendors[vendor]),
    placed: Date.parse(answer.placedAt),
    steps: stories[part.story],
    country: customer.shipTo.country,
    method: methodOf(customer, part)
  }))
}
