import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Fault } from '../../../errors.ts'
import { fault, repeatedFaults } from '../../../http/faults.ts'
import { decimal, input, line, named, optional, ref, Uuid } from '../../../http/schema.ts'
import { isoOf, pastFaults } from '../../../http/timestamps.ts'
import { isCountryCode } from '../../../lib/countries.ts'
import { MONEY } from '../../../lib/decimal.ts'
import { listOf, recordOf } from '../../../lib/shape.ts'

const text = (example: string) => optional(line({ max: 255, examples: [example] }))
const needed = (example: string) => line({ min: 1, max: 255, examples: [example] })
const cents = decimal(
  { integerDigits: 10, fractionDigits: 2 },
  { description: '0 unless given', examples: [3.1] }
)

const NewShipTo = named(
  'NewShipTo',
  input(
    {
      name: text('Ana Lima'),
      company: text('Acme Tools'),
      addressLine1: needed('12 Mill Road'),
      addressLine2: text('Unit 4'),
      city: needed('Springfield'),
      state: text('IL'),
      zipCode: text('62701'),
      country: line({ max: 255, description: 'ISO 3166-1 alpha-2', examples: ['US'] }),
      phone: text('+1 217 555 0100')
    },
    {
      description:
        'With a name or a company. A state that is the code of a subdivision (CA or US-CA) finds the rate for it.'
    }
  )
)

const NewOrderItem = named(
  'NewOrderItem',
  input({
    variantId: Uuid,
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [3] }),
    unitPrice: optional(
      decimal(MONEY, {
        description: 'What the customer paid a piece; today’s price unless given',
        examples: [12.5]
      })
    )
  })
)

const NewOrderPart = named(
  'NewOrderPart',
  input({
    vendorId: Uuid,
    shippingMethodId: Uuid,
    tax: optional(cents),
    discount: optional(cents),
    items: Type.Array(ref(NewOrderItem), { minItems: 1, maxItems: 200 })
  })
)

/** A customer's order as the storefront sends it (decisions 7). */
export const NewOrder = named(
  'NewOrder',
  input({
    orderNumber: optional(
      Type.String({
        trim: true,
        minLength: 1,
        maxLength: 64,
        pattern: '^[A-Za-z0-9._/#-]*$',
        patternHint: 'of letters, digits and - _ . / #',
        description:
          'Made unless given. Sent again with the same body it gets the same answer and has no second effect',
        examples: ['WEB-10023']
      })
    ),
    placedAt: optional(
      Type.String({
        format: 'date-time',
        description: 'Now unless given',
        examples: ['2026-03-01T09:30:00.000Z']
      })
    ),
    paymentMethodName: needed('Credit card'),
    customerNote: optional(Type.String({ maxLength: 2000, examples: ['Leave at the door'] })),
    shipTo: ref(NewShipTo),
    vendors: Type.Array(ref(NewOrderPart), { minItems: 1, maxItems: 50 })
  })
)
export type NewOrder = Static<typeof NewOrder>

/** What a body says wrongly by itself and its schema cannot tell; `now` is in milliseconds. */
export function newOrderFaults(body: unknown, now = Date.now()): Fault[] {
  const { placedAt, shipTo, vendors } = recordOf(body)
  const parts = listOf(vendors).map(recordOf)
  return [
    ...pastFaults('/placedAt', placedAt, now),
    ...shipToFaults(shipTo),
    ...repeatedFaults(
      '/vendors',
      parts.map(({ vendorId }) => lowerCase(vendorId)),
      {
        field: 'vendorId',
        code: 'DUPLICATE'
      }
    ),
    ...parts.flatMap(({ items }, index) =>
      repeatedFaults(
        `/vendors/${index}/items`,
        listOf(items).map((item) => lowerCase(recordOf(item).variantId)),
        { field: 'variantId', code: 'DUPLICATE' }
      )
    )
  ]
}

function shipToFaults(shipTo: unknown): Fault[] {
  const { name, company, country } = recordOf(shipTo)
  const faults: Fault[] = []
  if (isObject(shipTo) && isUnset(name) && isUnset(company)) {
    faults.push(fault('/shipTo/name', 'REQUIRED', 'or company is required'))
  }
  if (typeof country === 'string' && !(country.length === 2 && isCountryCode(country))) {
    faults.push(fault('/shipTo/country', 'INVALID_COUNTRY', 'must be an ISO 3166-1 code, upper case'))
  }
  return faults
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function lowerCase(id: unknown): unknown {
  return typeof id === 'string' ? id.toLowerCase() : id
}

/** Stands for what an order says: equal for bodies that differ only in their keys' order, blanks or way of writing. */
export function orderHash(order: NewOrder): Buffer {
  const { placedAt, vendors, ...rest } = order
  const said = {
    ...rest,
    placedAt: placedAt ? isoOf(placedAt) : null,
    vendors: vendors.map(({ items, ...part }) => ({
      ...part,
      vendorId: lowerCase(part.vendorId),
      shippingMethodId: lowerCase(part.shippingMethodId),
      items: items.map((item) => ({ ...item, variantId: lowerCase(item.variantId) }))
    }))
  }
  return hash('sha256', JSON.stringify(said, withSortedKeys), 'buffer')
}

/** Null equals leaving a field out. */
function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where an order goes, as the rates of shipping methods name it. */
export type Destination = { country: string; subdivision: string | null }

/** The subdivision is that of the state's code, alone (`CA`) or with the country's (`US-CA`), in either case. */
export function destinationOf({ country, state }: { country: string; state?: string | null }): Destination {
  const code = state?.toUpperCase() ?? ''
  const candidates = [`${country}-${code}`, code].filter((one) => one.startsWith(`${country}-`))
  return { country, subdivision: candidates.find(isCountryCode) ?? null }
}
