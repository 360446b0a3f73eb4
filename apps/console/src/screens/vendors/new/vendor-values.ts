import type { NewVendor, NewVendorMember, VendorTrust } from '@purveyor/client'

/** What the form of a new vendor shows, as text. */
export type VendorValues = {
  name: string
  email: string
  phone: string
  website: string
  commissionPercent: string
  trust: VendorTrust
  ownerName: string
  ownerEmail: string
}

export const emptyValues: VendorValues = {
  name: '',
  email: '',
  phone: '',
  website: '',
  commissionPercent: '',
  trust: 'STANDARD',
  ownerName: '',
  ownerEmail: ''
}

/** Returns the body that creates the vendor, without fields that are empty. */
export function vendorBody(values: VendorValues): NewVendor {
  const { name, commissionPercent, trust } = values
  const texts = (['email', 'phone', 'website'] as const).flatMap((field) => {
    const text = values[field].trim()
    return text ? [[field, text]] : []
  })
  const commission = commissionPercent.trim()
  return {
    name: name.trim(),
    ...Object.fromEntries(texts),
    trust,
    ...(commission && { commissionPercent: decimalOf(commission) })
  }
}

/** Returns the body that invites the first owner. */
export function ownerBody({ ownerName, ownerEmail }: VendorValues): NewVendorMember {
  return { name: ownerName.trim(), email: ownerEmail.trim(), role: 'OWNER' }
}

/** A decimal comma becomes a point. The service says what is wrong with other texts. */
export function decimalOf(text: string): string {
  return text.trim().replace(',', '.')
}
