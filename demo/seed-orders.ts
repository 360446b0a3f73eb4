import type { Tx } from '../apps/api/src/db/connect.ts'
import type { Caller } from '../apps/api/src/http/caller.ts'
import { newSecret, type SigningSecret } from '../apps/api/src/lib/secrets.ts'
import { acknowledgeOrder } from '../apps/api/src/modules/orders/fulfil/acknowledge-orders.ts'
import { cancelSuborder } from '../apps/api/src/modules/orders/fulfil/change-order.ts'
import { recordLateBatch } from '../apps/api/src/modules/orders/late-orders.ts'
import type { NewOrder } from '../apps/api/src/modules/orders/place/new-order.ts'
import { placeOrder } from '../apps/api/src/modules/orders/place/place-order.ts'
import type { PlacedOrder } from '../apps/api/src/modules/orders/platform-schema.ts'
import type { CancelReason } from '../apps/api/src/modules/orders/schema.ts'
import { createShipment } from '../apps/api/src/modules/shipments/create-shipment.ts'
import type { Shipment } from '../apps/api/src/modules/shipments/schema.ts'
import { patchShipment } from '../apps/api/src/modules/shipments/update-shipment.ts'
import { listOrderIds, type NewId, type OrderIds, setOrderIds, setShipmentIds } from './id-queries.ts'
import { checkDigit, day, demoId, hour, isoText } from './numbers.ts'
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
import { seedStatements } from './seed-statements.ts'
import { type EventTime, moveEvents, moveLateEvents, moveOrders, recountOrders } from './time-queries.ts'

/**
 * A customer in `data/customers.json`. `taxPercent` is the local sales tax, absent if the customer pays none.
 */
type Customer = { shipTo: NewOrder['shipTo']; taxPercent?: number }

/**
 * A step in `data/timelines.json`: a change of a vendor's part of an order, `hours` after the order was
 * placed.
 */
export type Step = { hours: number } & (
  | { do: 'acknowledge' }
  /** Ships all open units, or only those of the first line. */
  | { do: 'ship'; firstLineOnly?: true }
  /** Changes the status of a shipment. `shipment` is its index in the part, starting at 0. */
  | { do: 'move'; shipment: number; to: keyof typeof eventOfMove }
  /** Cancels all open units, or one unit of the last line. At most once in a timeline. */
  | { do: 'cancel'; reason: CancelReason; note: string; by: 'VENDOR' | 'PLATFORM'; onePiece?: true }
)

const eventOfMove = {
  IN_TRANSIT: 'shipment.updated',
  DELIVERED: 'shipment.delivered',
  CANCELLED: 'shipment.cancelled'
}

/** A vendor's part of an order: units by SKU. `method` is set if it doesn't follow from the country. */
export type Part = { timeline: string; items: Record<string, number>; method?: 'Freight'; discount?: string }

/**
 * An order in `data/orders.json`, which lists the last five weeks, oldest first. All steps are in the past.
 */
export type DemoOrder = {
  customer: string
  daysAgo: number
  payment: string
  note?: string
  parts: { [vendor in VendorName]?: Part }
}

/**
 * The content of `data/carriers.json`: the formats of tracking numbers, and the carriers for each
 * destination.
 */
type Carriers = {
  carriers: Record<string, { prefix: string; digits: number; first: number; step: number }>
  freight: string[]
  abroad: string[]
  countries: Record<string, string[]>
}

type DemoData = {
  variants: Map<string, DemoVariant>
  methods: DemoMethod[]
  customers: Record<string, Customer>
  timelines: Record<string, Step[]>
  carriers: Carriers
  people: Actors
}

/** A vendor's part of a placed order, with the caller who processes it and its steps. */
type Suborder = {
  id: string
  caller: Caller
  /** Unix time in milliseconds. */
  placed: number
  steps: Step[]
  country: string
  method: string
}

/** The orders of the demo have no quotes, so nothing is verified with the secret. */
const secret: SigningSecret = [newSecret()]

/**
 * Places the demo's orders and runs the steps of their timelines as the API would, then moves all records to
 * the times of the timelines and closes the statements of past periods. The products and their stock must exist.
 */
export async function seedOrders(tx: Tx, { people, now }: { people: Actors; now: number }): Promise<void> {
  const orders = await readData<DemoOrder[]>('orders.json')
  const data = await readDemoData(tx, people)
  const operator = callerOf(people.operator)
  const answers = await Promise.all(
    orders.map(async (order, n) => {
      // Shifted by up to ten minutes, so that the times look irregular.
      const at = now - Math.round(order.daysAgo * day) - ((n * 7_919) % 600) * 1_000
      const body = orderBody(order, data, at)
      const answer: PlacedOrder = JSON.parse(await placeOrder(tx, operator, { body, secret }))
      return { order, answer }
    })
  )
  const ids = newOrderIds(await listOrderIds(tx), now)
  await setOrderIds(
    tx,
    [...ids].map(([from, to]) => ({ from, to }))
  )
  const placed = answers.flatMap(({ order, answer }) => subordersOf(order, data, { answer, ids }))
  const lines = Map.groupBy(await listLines(tx), ({ suborderId }) => suborderId)
  const shipments: NewId[] = []
  const times = await Promise.all(
    placed.map((suborder, n) => {
      return runTimeline(tx, {
        suborder,
        lines: lines.get(suborder.id) ?? [],
        operator,
        n,
        carriers: data.carriers,
        now,
        renamed: shipments
      })
    })
  )
  await Promise.all([moveEvents(tx, times.flat()), moveOrders(tx), recountOrders(tx)])
  while ((await recordLateBatch(tx)) > 0);
  await moveLateEvents(tx)
  await seedStatements(tx, { people, now, shipments })
  await setShipmentIds(tx, shipments)
}

/** Returns the new ids of orders, suborders and lines by their present ids. */
function newOrderIds(present: OrderIds[], now: number): Map<string, string> {
  return new Map(
    present.flatMap(({ id, sku, suborderId, vendor, orderId, orderNumber, placedAt }) => {
      const age = now - Date.parse(placedAt)
      return [
        [orderId, demoId(`order ${orderNumber}`, age)],
        [suborderId, demoId(`order ${orderNumber} ${vendor}`, age)],
        [id, demoId(`order ${orderNumber} ${vendor} ${sku}`, age)]
      ] as const
    })
  )
}

async function readDemoData(tx: Tx, people: Actors): Promise<DemoData> {
  const [variants, methods, customers, timelines, carriers] = await Promise.all([
    listVariants(tx),
    listMethods(tx),
    readData<DemoData['customers']>('customers.json'),
    readData<DemoData['timelines']>('timelines.json'),
    readData<Carriers>('carriers.json')
  ])
  const bySku = new Map(variants.map((one) => [one.sku, one]))
  return { variants: bySku, methods, customers, timelines, carriers, people }
}

/**
 * Returns the vendors' parts of an order in the sequence of its suborders, each with country, method and
 * actor.
 */
function partsOf({ parts, customer }: DemoOrder, { customers, people }: DemoData) {
  const { country } = required(customers[customer], customer).shipTo
  return (['harbor', 'summit'] as const).flatMap((vendor) => {
    const part = parts[vendor]
    if (!part) return []
    const method = part.method ?? (['US', 'CA'].includes(country) ? 'Parcel' : 'International')
    return [{ part, country, method, actor: people.vendors[vendor] }]
  })
}

function orderBody(order: DemoOrder, data: DemoData, placed: number): NewOrder {
  const { shipTo, taxPercent = 0 } = required(data.customers[order.customer], order.customer)
  return {
    placedAt: isoText(placed),
    paymentMethodName: order.payment,
    shipTo,
    ...(order.note !== undefined && { customerNote: order.note }),
    vendors: partsOf(order, data).map(({ part, method, actor: { vendorId } }) => {
      const items = Object.entries(part.items).map(([sku, quantity]) => {
        return { variant: required(data.variants.get(sku), sku), quantity }
      })
      const cents = items.reduce((total, { variant, quantity }) => total + variant.cents * quantity, 0)
      const offered = data.methods.find((one) => one.vendorId === vendorId && one.name === method)
      return {
        vendorId,
        shippingMethodId: required(offered, method).id,
        tax: (Math.round((cents * taxPercent) / 100) / 100).toFixed(2),
        ...(part.discount !== undefined && { discount: part.discount }),
        items: items.map(({ variant, quantity }) => ({ variantId: variant.id, quantity }))
      }
    })
  }
}

function subordersOf(
  order: DemoOrder,
  data: DemoData,
  { answer, ids }: { answer: PlacedOrder; ids: Map<string, string> }
): Suborder[] {
  return partsOf(order, data).map(({ part, country, method, actor }, index) => ({
    id: ids.get(answer.suborders[index]?.id ?? '') ?? '',
    caller: callerOf(actor),
    placed: Date.parse(answer.placedAt),
    steps: required(data.timelines[part.timeline], part.timeline),
    country,
    method
  }))
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo data has no ${name}`)
  return value
}

type TimelineRun = {
  suborder: Suborder
  lines: Line[]
  operator: Caller
  n: number
  carriers: Carriers
  /** Unix time in milliseconds. */
  now: number
  /** The new ids of shipments, to which the timeline adds its own. */
  renamed: NewId[]
}

/** Runs the steps of a suborder's timeline. Returns the times of its events. */
async function runTimeline(tx: Tx, run: TimelineRun): Promise<EventTime[]> {
  const { suborder, n } = run
  const times = [{ type: 'order.placed', subjectId: suborder.id, at: isoText(suborder.placed) }]
  const shipments: string[] = []
  for (const step of suborder.steps) {
    // Varied, because the same hours in all orders would look artificial.
    const hours = step.hours * (0.9 + ((n * 37) % 10) / 100)
    const at = suborder.placed + Math.round(hours * hour)
    const event = await runStep(tx, step, { ...run, shipments })
    times.push({ ...event, at: isoText(at) })
    if (step.do === 'ship') {
      const to = demoId(`shipment ${shipments.length} ${suborder.id}`, run.now - at)
      run.renamed.push({ from: event.subjectId, to })
    }
  }
  return times
}

/** Runs one step and returns the event that it records. */
async function runStep(
  tx: Tx,
  step: Step,
  { suborder, lines, operator, shipments, n, carriers }: TimelineRun & { shipments: string[] }
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

/** Returns a carrier for the destination and a tracking number in the carrier's format. `n` selects both. */
function trackingOf(
  { country, method }: Suborder,
  { carriers, freight, abroad, countries }: Carriers,
  n: number
): { carrier: string; trackingNumber: string } {
  const choices = method === 'Freight' ? freight : (countries[country] ?? abroad)
  const carrier = choices[n % choices.length] ?? ''
  const { prefix, digits, first, step } = required(carriers[carrier], carrier)
  const number = prefix + String(n * step + first).padStart(digits, '0')
  const trackingNumber = carrier === 'UPS' ? `1Z${number}${checkDigit(number, [1, 2])}` : number
  return { carrier, trackingNumber }
}
