import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import type { PlacedWarning } from '../platform-schema.ts'
import type { PartQuote } from './order-quotes.ts'
import type { ResolvedLine, ResolvedMethod, ResolvedPart } from './place-queries.ts'

/**
 * Returns the reasons why an order can't be placed, each with a JSON pointer into the body. `quotes` has an entry
 * for each part, which is undefined if the part has no quote.
 */
export function orderFaults(parts: ResolvedPart[], quotes: (PartQuote | undefined)[]): Fault[] {
  return parts.flatMap((part, index) => partFaults(`/vendors/${index}`, part, quotes[index]))
}

function partFaults(pointer: string, part: ResolvedPart, quoted: PartQuote | undefined): Fault[] {
  const lines = part.lines.flatMap((line, index) =>
    firstFault(`${pointer}/items/${index}/variantId`, lineReasons(line, part))
  )
  if (part.vendorIsActive === null) {
    const unknown = fault(`${pointer}/vendorId`, 'UNKNOWN_ID', 'must be the id of an existing vendor')
    return withoutRepeated([unknown, ...lines, ...(quoted?.faults ?? [])])
  }
  // With a quote, the method is the quoted one: the vendor may have changed or deleted it since.
  const faults = quoted
    ? withoutRepeated([...lines, ...currencyFaults(pointer, part, quoted), ...quoted.faults])
    : [...lines, ...firstFault(`${pointer}/shippingMethodId`, methodReasons(part.method))]
  if (!part.vendorIsActive) {
    faults.unshift(fault(`${pointer}/vendorId`, 'INACTIVE', 'must be the id of an active vendor'))
  }
  if (faults.length > 0) return faults
  if (part.isTotalTooLarge)
    return [fault(`${pointer}/items`, 'TOO_LARGE', 'must have a total below 10,000,000,000,000')]
  if (part.discountIsTooLarge) {
    return [
      fault(`${pointer}/discount`, 'TOO_LARGE', 'must not exceed the sum of subtotal, shipping and tax')
    ]
  }
  return []
}

/** Returns a fault if the currency of the marketplace has changed since the quote. */
function currencyFaults(pointer: string, { currency }: ResolvedPart, { quote }: PartQuote): Fault[] {
  if (!quote || quote.currency === currency) return []
  const message = `is in ${quote.currency}, but the currency of the marketplace is now ${currency}`
  return [fault(`${pointer}/quote`, 'OTHER_CURRENCY', message)]
}

/** Returns the first fault of each pointer. */
function withoutRepeated(faults: Fault[]): Fault[] {
  const pointerOf = (one: Fault) => ('pointer' in one ? one.pointer : undefined)
  const pointers = faults.map(pointerOf)
  return faults.filter((one, index) => pointers.indexOf(pointerOf(one)) === index)
}

type Reason = [applies: boolean, code: string, message: string]

/** Returns a fault for the first reason that applies, or an empty array if none applies. */
function firstFault(pointer: string, reasons: Reason[]): Fault[] {
  const reason = reasons.find(([applies]) => applies)
  return reason ? [fault(pointer, reason[1], reason[2])] : []
}

/**
 * Lists the possible reasons why a line can't be ordered, and for each whether it applies. If the vendor
 * doesn't exist, the only reason is an unknown variant, because all other checks need the vendor.
 */
function lineReasons(line: ResolvedLine | null, { vendorIsActive }: ResolvedPart): Reason[] {
  if (!line) return [[true, 'UNKNOWN_ID', 'must be the id of an existing variant']]
  if (vendorIsActive === null) return []
  return [
    [!line.belongsToVendor, 'OTHER_VENDOR', 'must be the id of a variant of this vendor'],
    [!line.isPublished, 'NOT_PUBLISHED', 'must be the id of a variant of a published product'],
    [!line.isActive, 'INACTIVE', 'must be the id of an active variant'],
    [line.isPriceTooLarge, 'TOO_LARGE', 'must have a price below 10,000,000,000']
  ]
}

/**
 * Lists the possible reasons why a shipping method can't be used, and for each whether it applies. Weight
 * limits are checked only if all variants are known.
 */
function methodReasons(method: ResolvedMethod | null): Reason[] {
  if (!method) return [[true, 'UNKNOWN_ID', 'must be the id of an existing shipping method']]
  const hasWeight = method.weight !== null
  const weight = `the total weight of ${method.weight}`
  return [
    [!method.methodBelongsToVendor, 'OTHER_VENDOR', 'must be the id of a shipping method of this vendor'],
    [!method.methodIsActive, 'INACTIVE', 'must be the id of an active shipping method'],
    [!method.methodHasMarketplaceCurrency, 'OTHER_CURRENCY', "must have rates in the marketplace's currency"],
    [!method.methodHasRates, 'NO_RATE', 'has no rates'],
    [!method.hasRate, 'NO_RATE', 'has no rate for the destination'],
    [hasWeight && method.isTooLight, 'WEIGHT_NOT_SERVED', `has a minimum weight above ${weight}`],
    [hasWeight && method.isTooHeavy, 'WEIGHT_NOT_SERVED', `has a maximum weight below ${weight}`],
    [hasWeight && method.shipping === null, 'WEIGHT_NOT_SERVED', `has no weight tier for ${weight}`]
  ]
}

/**
 * Returns a warning for each line whose variant has no weight. The shipping charge was calculated as if the
 * weight were 0.
 */
export function orderWarnings(parts: ResolvedPart[]): PlacedWarning[] {
  return parts.flatMap(({ lines }, index) =>
    lines.flatMap((line, position): PlacedWarning[] => {
      if (line?.hasWeight !== false) return []
      const pointer = `/vendors/${index}/items/${position}/variantId`
      return [
        {
          pointer,
          code: 'WEIGHT_UNKNOWN',
          message: `${line.sku} has no weight, so shipping was calculated with a weight of 0`
        }
      ]
    })
  )
}
