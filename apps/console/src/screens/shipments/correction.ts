import type { Shipment, ShipmentPatch } from '@purveyor/client'

/** The fields of a shipment that can be corrected. */
export type Correction = { carrier: string; trackingNumber: string; trackingUrl: string }

/** Returns the values of the form for a shipment. `nameOf` names its carrier. */
export function correctionOf(shipment: Shipment, nameOf: (carrier: string) => string): Correction {
  return {
    carrier: nameOf(shipment.carrier),
    trackingNumber: shipment.trackingNumber,
    trackingUrl: shipment.trackingUrl ?? ''
  }
}

/** Returns what has changed. A link that wasn't changed isn't sent, so that the service derives it again. */
export function patchOf(values: Correction, before: Correction): ShipmentPatch {
  const [carrier, trackingNumber, trackingUrl] = [
    values.carrier.trim(),
    values.trackingNumber.trim(),
    values.trackingUrl.trim()
  ]
  return {
    ...(carrier !== before.carrier && { carrier }),
    ...(trackingNumber !== before.trackingNumber && { trackingNumber }),
    ...(trackingUrl !== before.trackingUrl && { trackingUrl: trackingUrl || null })
  }
}
