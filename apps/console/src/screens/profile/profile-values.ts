import type { VendorProfile, VendorProfilePatch } from '@purveyor/client'
import type { profileTexts } from '../../texts/profile.ts'
import { changesOf } from '../../ui/merge-changes.ts'

/** The name of a field of the form: its JSON pointer without the first slash. */
export type ProfileField = keyof typeof profileTexts.fields

/** The fields of the form as text. Fields of the address are named `address/city`. */
export type ProfileValues = Record<ProfileField, string>

/** Returns what the form shows for a profile. */
export function valuesOf({ address, ...profile }: VendorProfile): ProfileValues {
  const text = (value: string | null) => value ?? ''
  return {
    name: profile.name,
    slug: profile.slug,
    description: text(profile.description),
    email: text(profile.email),
    phone: text(profile.phone),
    website: text(profile.website),
    leadTime: String(profile.leadTime),
    'address/name': text(address.name),
    'address/company': text(address.company),
    'address/addressLine1': text(address.addressLine1),
    'address/addressLine2': text(address.addressLine2),
    'address/zipCode': text(address.zipCode),
    'address/city': text(address.city),
    'address/state': text(address.state),
    'address/country': text(address.country),
    'address/phone': text(address.phone)
  }
}

/** Returns the body that saves the fields that differ from those of `base`. Empty fields are cleared. */
export function patchOf(values: ProfileValues, base: ProfileValues): VendorProfilePatch {
  const patch: Record<string, unknown> = {}
  const address: Record<string, string | null> = {}
  for (const [field, value] of Object.entries(changesOf(values, base))) {
    const [, part] = field.split('/')
    if (part) address[part] = value || null
    else patch[field] = bodyValue(field, value)
  }
  if (Object.keys(address).length > 0) patch.address = address
  return patch
}

/** A name and a slug can't be cleared: the service then says so at the field. */
function bodyValue(field: string, value: string): string | number | null {
  if (field === 'name' || field === 'slug') return value
  if (value === '') return null
  return field === 'leadTime' ? Number(value) : value
}
