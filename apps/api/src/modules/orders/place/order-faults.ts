import type { Fault } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import type { PlacedWarning } from '../platform-schema.ts'
import type { OfferedLine, OfferedPart } from './place-queries.ts'
import { shippingFaults } from './shipping-charge.ts'

/** Why parts of an order cannot be placed as things stand, each at its place in the body. */
export function orderFaults(parts: OfferedPart[]): Fault[] {
  return parts.flatMap((part, index) => partFaults(`/vendors/${index}`, part))
}

function partFaults(place: string, part: OfferedPart): Fault[] {
  const lines = part.lines.flatMap((line, index) => lineFaults(`${place}/items/${index}`, line, part))
  if (part.vendorIsActive === null) {
    return [fault(`${place}/vendorId`, 'UNKNOWN_ID', 'is no known vendor'), ...lines]
  }
  const faults = [...lines, ...shippingFaults(place, part.method ?? undefined)]
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

/** The first reason there is. Whose a variant is cannot be wrong where the vendor is unknown. */
function lineFaults(place: string, line: OfferedLine | null, { vendorIsActive }: OfferedPart): Fault[] {
  const refused = (code: string, message: string) => [fault(`${place}/variantId`, code, message)]
  if (!line) return refused('UNKNOWN_ID', 'is no known variant')
  if (vendorIsActive === null) return []
  if (!line.isVendors) return refused('OTHER_VENDOR', 'is a variant of another vendor')
  if (!line.isPublished) return refused('NOT_PUBLISHED', 'is of a product that is not published')
  if (!line.isActive) return refused('INACTIVE', 'is not active')
  if (line.isTooDear) return refused('TOO_LARGE', 'has a price of more than 10 digits before the point')
  return []
}

/** What was taken for granted about lines that can be placed. */
export function orderWarnings(parts: OfferedPart[]): PlacedWarning[] {
  return parts.flatMap(({ lines }, index) =>
    lines.flatMap((line, position) =>
      line?.hasWeight === false
        ? [
            {
              pointer: `/vendors/${index}/items/${position}/variantId`,
              code: 'WEIGHT_UNKNOWN' as const,
              message: `${line.sku} has no weight; it counted as 0 for shipping`
            }
          ]
        : []
    )
  )
}
