import type { NewShipment, OrderItem } from '@purveyor/client'
import { allOpen, itemsOf, openQuantity, type Quantities } from '../../../ui/orders/lines.ts'

/** A parcel that is being entered. Each one becomes a shipment. */
export type Parcel = { key: number; carrier: string; tracking: string; quantities: Quantities }

type Lines = readonly OrderItem[]

/** Returns a parcel with everything that is left. */
export function fullParcel(lines: Lines, carrier: string): Parcel {
  return { key: 1, carrier, tracking: '', quantities: allOpen(lines) }
}

/** Returns an empty parcel that goes the same way as the last one. */
export function nextParcel(parcels: readonly Parcel[]): Parcel {
  const key = Math.max(0, ...parcels.map((parcel) => parcel.key)) + 1
  return { key, carrier: parcels.at(-1)?.carrier ?? '', tracking: '', quantities: {} }
}

/** Returns the number of pieces in a parcel. */
export function piecesIn(lines: Lines, { quantities }: Parcel): number {
  return itemsOf(lines, quantities).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Returns, by the id of the line, how many pieces all parcels contain beyond what is left to ship. */
export function excessOf(lines: Lines, parcels: readonly Parcel[]): Map<string, number> {
  const excess = lines.map((line): [string, number] => {
    const packed = parcels.reduce((sum, { quantities }) => sum + (quantities[line.id] ?? 0), 0)
    return [line.id, packed - openQuantity(line)]
  })
  return new Map(excess.filter(([, pieces]) => pieces > 0))
}

/** Returns how many pieces are left to ship when all parcels are shipped. */
export function leftAfter(lines: Lines, parcels: readonly Parcel[]): number {
  const open = lines.reduce((sum, line) => sum + openQuantity(line), 0)
  return Math.max(0, open - parcels.reduce((sum, parcel) => sum + piecesIn(lines, parcel), 0))
}

/** Names of the fields of a parcel that are missing. */
export type ParcelFault = 'carrier' | 'tracking' | 'quantities'

/** Returns what is missing in a parcel. */
export function faultsOf(lines: Lines, parcel: Parcel): ParcelFault[] {
  const faults: ParcelFault[] = []
  if (!parcel.carrier.trim()) faults.push('carrier')
  if (!parcel.tracking.trim()) faults.push('tracking')
  if (piecesIn(lines, parcel) === 0) faults.push('quantities')
  return faults
}

/** Returns a parcel as the shipment that the API creates. The quantities are always sent, as they were shown. */
export function shipmentOf(orderId: string, lines: Lines, parcel: Parcel): NewShipment {
  const { carrier, tracking, quantities } = parcel
  return {
    orderId,
    carrier: carrier.trim(),
    trackingNumber: tracking.trim(),
    items: itemsOf(lines, quantities)
  }
}
