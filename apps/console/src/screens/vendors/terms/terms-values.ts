import type { Vendor, VendorPatch, VendorTrust } from '@purveyor/client'
import { changesOf } from '../../../ui/merge-changes.ts'

/** What the form of the terms shows. A number that isn't set is empty. */
export type TermsValues = {
  acknowledgeHours: string
  shipDays: string
  leadTime: string
  trust: VendorTrust
}

/** Returns what the form shows for a vendor. */
export function valuesOf({ acknowledgeHours, shipDays, leadTime, trust }: Vendor): TermsValues {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    acknowledgeHours: text(acknowledgeHours),
    shipDays: text(shipDays),
    leadTime: text(leadTime),
    trust
  }
}

/** Returns the body that saves the fields that differ from those of `base`. Empty numbers get the default. */
export function patchOf(values: TermsValues, base: TermsValues): VendorPatch {
  const { trust, ...numbers } = changesOf(values, base)
  const changes = Object.entries(numbers).map(([field, text]) => [field, numberOf(text)])
  return { ...Object.fromEntries(changes), ...(trust && { trust }) }
}

/** A text that is no number is sent as it is: the service then says so at the field. */
function numberOf(text: string): string | number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed
}
