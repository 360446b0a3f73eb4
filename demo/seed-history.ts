import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../apps/api/src/db/connect.ts'
import { type Origin, withSource } from '../apps/api/src/events.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { recordCreation } from '../apps/api/src/modules/products/write/record-queries.ts'
import { insertProductEvents } from './event-queries.ts'
import {
  clearHistory,
  type HistoryRow,
  insertHistory,
  listCreations,
  listProductIds,
  listShippedStock,
  listTokens,
  type RecordedProduct,
  type ShippedStock,
  type Values
} from './history-queries.ts'
import { day, hour, isoText } from './numbers.ts'
import { type Actor, type Actors, callerOf } from './seed-marketplace.ts'

/** Who changes products in the demo. */
type Authors = { editor: Origin; operator: Origin; sync: Origin }

/** The name of the API token that updates prices and stock every week. */
const syncToken = 'Stock sync'

/**
 * Records the history of all products as if they had been created, changed, approved and shipped at the times
 * that their data shows, and the events of these changes. Call this function after everything else has been
 * created.
 */
export async function seedHistory(tx: Tx, { people, now }: { people: Actors; now: number }): Promise<void> {
  await clearHistory(tx)
  for (const { id, vendorId, name } of Object.values(people.vendors)) {
    const origin = callerOf({ id, vendorId, name })
    const productIds = await listProductIds(tx, vendorId)
    await recordCreation(tx, vendorId, { productIds, origin })
  }
  const products = await listCreations(tx)
  await clearHistory(tx)
  const shipped = await listShippedStock(tx)
  const tokens = await listTokens(tx, syncToken)
  const operator = originOf(people.operator)
  const rows = Object.values(people.vendors).flatMap((vendor) => {
    const token = tokens.get(vendor.vendorId)
    const sync = token ? originOf({ ...vendor, id: token, name: syncToken }, 'TOKEN') : originOf(vendor)
    const authors = { editor: originOf(vendor), operator, sync: withSource(sync, 'BULK_UPDATE') }
    const own = products.filter(({ vendorId }) => vendorId === vendor.vendorId)
    return own.flatMap((product, n) => historyOf(product, { n, shipped, authors, now }))
  })
  await insertHistory(tx, rows)
  await insertProductEvents(tx)
}

function originOf({ id, name, vendorId }: Actor, type: 'USER' | 'TOKEN' = 'USER'): Origin {
  return { requestId: newId(), actor: { type, id, name, isPlatform: vendorId === '' } }
}

/** A change, with the value that its field had before. `at` is a Unix time in milliseconds. */
type Step = { at: number; before: unknown; origin: Origin }

/**
 * Returns the history of a product. The latest change of each field leads to its current value, and the
 * CREATED row has the values before the first changes.
 */
function historyOf(
  product: RecordedProduct,
  { n, shipped, authors, now }: { n: number; shipped: ShippedStock[]; authors: Authors; now: number }
): HistoryRow[] {
  const { id: productId, vendorId, values } = product
  const created = Date.parse(product.createdAt)
  const rows: HistoryRow[] = []
  const undo = (of: Values, field: string, { at, before, origin }: Step) => {
    if (isDeepStrictEqual(of[field] ?? null, before) || at <= created) return
    const variantId = of === values ? null : String(of.id)
    rows.push({
      ...{ at: isoText(at), productId, vendorId, variantId, field },
      ...{ oldValue: before, newValue: of[field], origin }
    })
    of[field] = before
  }
  for (const step of ownSteps(product, authors)) undo(values, step.field, step)
  for (const variant of values.variants as Values[]) {
    const price = Number(variant.vendorPrice)
    if (n % 2 === 0) {
      const before = (Math.round(price * 96) / 100).toFixed(2)
      undo(variant, 'vendorPrice', { at: weekly(now, 2), before, origin: requestOf(authors.sync, 2) })
    }
    for (const { at, change, origin } of stockSteps(variant, { n, shipped, authors, created, now })) {
      undo(variant, 'stockOnHand', { at, before: Number(variant.stockOnHand) - change, origin })
    }
  }
  rows.push({
    ...{ at: product.createdAt, productId, vendorId, variantId: null, field: 'CREATED' },
    ...{ oldValue: null, newValue: values, origin: authors.editor }
  })
  return rows
}

/** The time of the weekly update of prices and stock `weeks` ago. */
function weekly(now: number, weeks: number): number {
  return now - weeks * 7 * day - 5 * hour
}

const requests = new Map<string, string>()

/** Returns the origin with the id of the vendor's weekly request of that week, which changed several products. */
function requestOf(origin: Origin, week: number): Origin {
  const key = `${origin.actor.id} ${week}`
  const requestId = requests.get(key) ?? newId()
  requests.set(key, requestId)
  return { ...origin, requestId }
}

type StockStep = { at: number; change: number; origin: Origin }

/** Returns the changes of a variant's stock, the latest first: shipments, and two corrections after counts. */
function stockSteps(
  { id }: Values,
  {
    n,
    shipped,
    authors,
    created,
    now
  }: { n: number; shipped: ShippedStock[]; authors: Authors; created: number; now: number }
): StockStep[] {
  const steps = shipped
    .filter(({ variantId }) => variantId === id)
    .map(({ shipmentId, change, at }) => ({
      ...{ at: Date.parse(at), change },
      origin: withSource({ ...authors.editor, requestId: newId() }, 'SHIPMENT', shipmentId)
    }))
  const counted = 1 + (n % 7)
  if (n % 3 === 0 && weekly(now, 8) > created) {
    for (const [week, change] of [
      [8, -counted],
      [7, counted]
    ] as const) {
      steps.push({ at: weekly(now, week), change, origin: requestOf(authors.sync, week) })
    }
  }
  return steps.sort((a, b) => b.at - a.at)
}

type OwnStep = Step & { field: string }

/** Returns the changes of the product's own fields, the latest change of each field first. */
function ownSteps(product: RecordedProduct, { editor, operator }: Authors): OwnStep[] {
  const { values } = product
  const created = Date.parse(product.createdAt)
  const moderation = values.moderation as { decidedAt: string; target: string } | null
  const decided = moderation ? Date.parse(moderation.decidedAt) : created + day
  const byModerator = withSource({ ...operator, requestId: newId() }, 'MODERATION')
  const byEditor = { ...editor, requestId: newId() }
  const isLive = values.status === 'PUBLISHED' || values.status === 'HIDDEN'
  const hidden = Date.parse(product.updatedAt)
  const published = moderation?.target === 'PRODUCT' ? decided : created + day
  const approved = values.status === 'HIDDEN' ? Math.min(published, hidden - hour) : published
  return [
    { field: 'pendingRevision', at: Date.parse(product.revisedAt ?? ''), before: null, origin: byEditor },
    { field: 'moderation', at: decided, before: null, origin: byModerator },
    ...(values.status === 'HIDDEN'
      ? [{ field: 'status', at: hidden, before: 'PUBLISHED', origin: byModerator }]
      : []),
    {
      ...{ field: 'status', at: isLive ? approved : decided, before: 'PENDING_APPROVAL' },
      origin: byModerator
    },
    { field: 'warranty', at: created + 2 * hour, before: null, origin: byEditor },
    { field: 'keyFeatures', at: created + 2 * hour, before: [], origin: byEditor },
    { field: 'images', at: created + hour, before: [], origin: byEditor }
  ]
}
