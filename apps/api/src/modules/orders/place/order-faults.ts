import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import type { PlacedWarning } from '../platform-schema.ts'
import type { OfferedLine, OfferedMethod, OfferedPart } from './place-queries.ts'

/** Why parts of an order cannot be placed as things stand, each at its place in the body. */
export function orderFaults(parts: OfferedPart[]): Fault[] {
  return parts.flatMap((part, index) => partFaults(`/vendors/${index}`, part))
}

function partFaults(place: string, part: OfferedPart): Fault[] {
  const lines = part.lines.flatMap((line, index) =>
    firstFault(`${place}/items/${index}/variantId`, lineReasons(line, part))
  )
  if (part.vendorIsActive === null) {
    return [fault(`${place}/vendorId`, 'UNKNOWN_ID', 'is no known vendor'), ...lines]
  }
  const faults = [...lines, ...firstFault(`${place}/shippingMethodId`, methodReasons(part.method))]
  if (!part.vendorIsActive) faults.unshift(fault(`${place}/vendorId`, 'INACTIVE', 'is not active'))
  if (faults.length > 0) return faults
  if (part.isTooMuch)
    return [fault(`${place}/items`, 'TOO_LARGE', 'must come to less than 10,000,000,000,000')]
  if (part.discountIsTooLarge) {
    return [
      fault(`${place}/discount`, 'TOO_LARGE', 'must not be more than subtotal, shipping and tax together')
    ]
  }
  return []
}

type Reason = [isSo: boolean, code: string, message: string]

/** The first reason that holds. */
function firstFault(pointer: string, reasons: Reason[]): Fault[] {
  const found = reasons.find(([isSo]) => isSo)
  return found ? [fault(pointer, found[1], found[2])] : []
}

/** Whose a variant is cannot be wrong where the vendor is unknown. */
function lineReasons(line: OfferedLine | null, { vendorIsActive }: OfferedPart): Reason[] {
  if (!line) return [[true, 'UNKNOWN_ID', 'is no known variant']]
  if (vendorIsActive === null) return []
  return [
    [!line.isVendors, 'OTHER_VENDOR', 'is a variant of another vendor'],
    [!line.isPublished, 'NOT_PUBLISHED', 'is of a product that is not published'],
    [!line.isActive, 'INACTIVE', 'is not active'],
    [line.isTooDear, 'TOO_LARGE', 'has a price of more than 10 digits before the point']
  ]
}

/** Why a vendor's method cannot carry its part of an order. Without the weight of a line its limits are not known to hold. */
function methodReasons(method: OfferedMethod | null): Reason[] {
  if (!method) return [[true, 'UNKNOWN_ID', 'is no known shipping method']]
  const isWeighed = method.weight !== null
  const weight = `the total weight of ${method.weight}`
  return [
    [!method.methodIsVendors, 'OTHER_VENDOR', 'is a shipping method of another vendor'],
    [!method.methodIsActive, 'INACTIVE', 'is not active'],
    [!method.methodHasCurrency, 'OTHER_CURRENCY', 'has rates in another currency than the marketplace'],
    [!method.methodHasRates, 'NO_RATE', 'has no rates'],
    [!method.hasRate, 'NO_RATE', 'has no rate for the destination'],
    [isWeighed && method.isTooLight, 'WEIGHT_NOT_SERVED', `does not carry ${weight}: it is below the limit`],
    [isWeighed && method.isTooHeavy, 'WEIGHT_NOT_SERVED', `does not carry ${weight}: it is above the limit`],
    [isWeighed && method.shipping === null, 'WEIGHT_NOT_SERVED', `has no tier for ${weight}`]
  ]
}

/** What was taken for granted about lines that can be placed. */
export function orderWarnings(parts: OfferedPart[]): PlacedWarning[] {
  return parts.flatMap(({ lines }, index) =>
    lines.flatMap((line, position): PlacedWarning[] => {
      if (line?.hasWeight !== false) return []
      const pointer = `/vendors/${index}/items/${position}/variantId`
      return [
        {
          pointer,
          code: 'WEIGHT_UNKNOWN',
          message: `${line.sku} has no weight; it counted as 0 for shipping`
        }
      ]
    })
  )
}
