import type { Tx } from '../apps/api/src/db/connect.ts'
import type { Caller } from '../apps/api/src/http/caller.ts'
import { acknowledgeOrder, cancelSuborder } from '../apps/api/src/modules/orders/fulfil/change-order.ts'
import type { NewOrder } from '../apps/api/src/modules/orders/place/new-order.ts'
import { placeOrder } from '../apps/api/src/modules/orders/place/place-order.ts'
import type { PlacedOrder } from '../apps/api/src/modules/orders/platform-schema.ts'
import type { CancelReason } from '../apps/api/src/modules/orders/schema.ts'
import { createShipment } from '../apps/api/src/modules/shipments/create-shipment.ts'
import type { Shipment } from '../apps/api/src/modules/shipments/schema.ts'
import { patchShipment } from '../apps/api/src/modules/shipments/update-shipment.ts'
import { checkDigit, day, hour, isoText } from './numbers.ts'
import {
  type DemoMethod,
  type DemoVariant,
  type Line,
  listLines,
  listMethods,
  listVariants
} from './queries.ts'
import { readData } from './read-data.ts'
import { type Actors, callerOf, type VendorName } from './seed-marketplace.ts'
import { type EventTime, moveEvents, moveOrders, recountOrders, renameShipments } from './time-queries.ts'

/** `data/customers.json`: where orders go, with the tax of the place in percent where the customer pays any. */
type Customer = { shipTo: NewOrder['shipTo']; taxPercent?: number }

/** `data/stories.json`: one thing that is done with a vendor's part of an order, so many hours after it was placed. */
export type Step = { hours: number } & (
  | { do: 'acknowledge' }
  /** All that is left, or of the first line all that is left. */
  | { do: 'ship'; firstLineOnly?: true }
  /** Of the shipments of the part the n-th, from 0. */
  | { do: 'move'; shipment: number; to: keyof typeof eventOfMove }
  /** All that is left, or a piece of the last line; once in a story. */
  | { do: 'cancel'; reason: CancelReason; note: string; by: 'VENDOR' | 'PLATFORM'; onePiece?: true }
)

const eventOfMove = {
  IN_TRANSIT: 'shipment.updated',
  DELIVERED: 'shipment.delivered',
  CANCELLED: 'shipment.cancelled'
}

/** A vendor's part: pieces by SKU in the order of the lines, and the method where the country does not decide it. */
export type Part = { story: string; items: Record<string, number>; method?: 'Freight'; discount?: string }

/** `data/orders.json`: orders of the last five weeks, oldest first. Their stories end before the demo is made. */
export type DemoOrder = {
  customer: string
  daysAgo: number
  payment: string
  note?: string
  parts: { [vendor in VendorName]?: Part }
}

/** `data/carriers.json`: carriers by where they go, and the form of their numbers: a prefix and so many places. */
type Carriers = {
  carriers: Record<string, { prefix: string; places: number; first: number; step: number }>
  freight: string[]
  abroad: string[]
  countries: Record<string, string[]>
}

type Shop = {
  variants: Map<string, DemoVariant>
  methods: DemoMethod[]
  customers: Record<string, Customer>
  stories: Record<string, Step[]>
  carriers: Carriers
  people: Actors
}

/** A vendor's part of an order that is placed, who works on it, and what is to happen to it. */
type Suborder = {
  id: string
  caller: Caller
  /** In milliseconds. */
  placed: number
  steps: Step[]
  country: string
  method: string
}

/**
 * Places the demo's orders and does with them what their stories say, as the API would, then moves all of it to the time
 * of the stories. The products are there, with their stock.
 */
export async function seedOrders(tx: Tx, { people, now }: { people: Actors; now: number }): Promise<void> {
  const orders = await readData<DemoOrder[]>('orders.json')
  const shop = await readShop(tx, people)
  const operator = callerOf(people.operator)
  const placed = await Promise.all(
    orders.map(async (order, n) => {
      // To the second, so that orders are not placed at full minutes.
      const at = Math.floor(now - order.daysAgo * day - ((n * 7_919) % 600) * 1_000)
      const answer = await placeOrder(tx, operator, orderBody(order, shop, at))
      return subordersOf(order, shop, JSON.parse(answer))
    })
  )
  const lines = Map.groupBy(await listLines(tx), ({ suborderId }) => suborderId)
  const times = await Promise.all(
    placed.flat().map((suborder, n) => {
      return tellStory(tx, {
        suborder,
        lines: lines.get(suborder.id) ?? [],
        operator,
        n,
        carriers: shop.carriers
      })
    })
  )
  await Promise.all([moveEvents(tx, times.flat()), moveOrders(tx), renameShipments(tx), recountOrders(tx)])
}

async function readShop(tx: Tx, people: Actors): Promise<Shop> {
  const [variants, methods, customers, stories, carriers] = await Promise.all([
    listVariants(tx),
    listMethods(tx),
    readData<Shop['customers']>('customers.json'),
    readData<Shop['stories']>('stories.json'),
    readData<Carriers>('carriers.json')
  ])
  const bySku = new Map(variants.map((one) => [one.sku, one]))
  return { variants: bySku, methods, customers, stories, carriers, people }
}

/** Returns the parts of an order in the order in which they are placed, each with its vendor and method. */
function partsOf({ parts, customer }: DemoOrder, { customers, people }: Shop) {
  const { country } = found(customers[customer], customer).shipTo
  return (['harbor', 'summit'] as const).flatMap((vendor) => {
    const part = parts[vendor]
    if (!part) return []
    const method = part.method ?? (['US', 'CA'].includes(country) ? 'Parcel' : 'International')
    return [{ part, country, method, actor: people.vendors[vendor] }]
  })
}

function orderBody(order: DemoOrder, shop: Shop, placed: number): NewOrder {
  const { shipTo, taxPercent = 0 } = found(shop.customers[order.customer], order.customer)
  return {
    placedAt: isoText(placed),
    paymentMethodName: order.payment,
    shipTo,
    ...(order.note !== undefined && { customerNote: order.note }),
    vendors: partsOf(order, shop).map(({ part, method, actor: { vendorId } }) => {
      const items = Object.entries(part.items).map(([sku, quantity]) => {
        return { variant: found(shop.variants.get(sku), sku), quantity }
      })
      const cents = items.reduce((total, { variant, quantity }) => total + variant.cents * quantity, 0)
      const offered = shop.methods.find((one) => one.vendorId === vendorId && one.name === method)
      return {
        vendorId,
        shippingMethodId: found(offered, method).id,
        tax: (Math.round((cents * taxPercent) / 100) / 100).toFixed(2),
        ...(part.discount !== undefined && { discount: part.discount }),
        items: items.map(({ variant, quantity }) => ({ variantId: variant.id, quantity }))
      }
    })
  }
}

function subordersOf(order: DemoOrder, shop: Shop, answer: PlacedOrder): Suborder[] {
  return partsOf(order, shop).map(({ part, country, method, actor }, index) => ({
    id: answer.suborders[index]?.id ?? '',
    caller: callerOf(actor),
    placed: Date.parse(answer.placedAt),
    steps: found(shop.stories[part.story], part.story),
    country,
    method
  }))
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo has no ${name}`)
  return value
}

type Telling = { suborder: Suborder; lines: Line[]; operator: Caller; n: number; carriers: Carriers }

/** Does what the story says, step by step. Returns the times at which its events happened. */
async function tellStory(tx: Tx, telling: Telling): Promise<EventTime[]> {
  const { suborder, n } = telling
  const times = [{ type: 'order.placed', subjectId: suborder.id, at: isoText(suborder.placed) }]
  const shipments: string[] = []
  for (const step of suborder.steps) {
    // The same hours every time would look made.
    const hours = step.hours * (0.9 + ((n * 37) % 10) / 100)
    const event = await take(tx, step, { ...telling, shipments })
    times.push({ ...event, at: isoText(suborder.placed + hours * hour) })
  }
  return times
}

/** Takes one step; returns the event that it records. */
async function take(
  tx: Tx,
  step: Step,
  { suborder, lines, operator, shipments, n, carriers }: Telling & { shipments: string[] }
): Promise<Omit<EventTime, 'at'>> {
  const { id, caller } = suborder
  const [first, last] = [lines[0], lines.at(-1)]
  switch (step.do) {
    case 'acknowledge':
      await acknowledgeOrder(tx, caller, id)
      return { type: 'order.acknowledged', subjectId: id }
    case 'ship': {
      const items = step.firstLineOnly && first && [{ orderItemId: first.id, quantity: first.quantity }]
      const parcel = trackingOf(suborder, carriers, n + 100 * shipments.length)
      const made: Shipment = JSON.parse(
        await createShipment(tx, caller, { orderId: id, ...parcel, ...(items && { items }) })
      )
      shipments.push(made.id)
      return { type: 'shipment.created', subjectId: made.id }
    }
    case 'move': {
      const shipment = shipments[step.shipment] ?? ''
      await patchShipment(tx, caller, { id: shipment, patch: { status: step.to } })
      return { type: eventOfMove[step.to], subjectId: shipment }
    }
    case 'cancel': {
      const items = step.onePiece && last ? [{ orderItemId: last.id, quantity: 1 }] : undefined
      const { reason, note, by } = step
      await cancelSuborder(tx, by === 'PLATFORM' ? operator : caller, {
        vendorId: caller.vendorId,
        cancellation: { suborderId: id, reason, note, cancelledBy: by, items }
      })
      return { type: 'order.cancelled', subjectId: id }
    }
  }
}

/** Returns the n-th parcel's carrier, of those that go there, and a number in the form of the carrier. */
function trackingOf(
  { country, method }: Suborder,
  { carriers, freight, abroad, countries }: Carriers,
  n: number
): { carrier: string; trackingNumber: string } {
  const choices = method === 'Freight' ? freight : (countries[country] ?? abroad)
  const carrier = choices[n % choices.length] ?? ''
  const { prefix, places, first, step } = found(carriers[carrier], carrier)
  const digits = prefix + String(n * step + first).padStart(places, '0')
  const trackingNumber = carrier === 'UPS' ? `1Z${digits}${checkDigit(digits, [1, 2])}` : digits
  return { carrier, trackingNumber }
}
