import { profileTexts } from '../../texts/profile.ts'
import type { ProfileField } from './profile-values.ts'

export type FieldProps = {
  name: ProfileField
  kind?: 'email' | 'tel' | 'url' | 'lines' | 'number' | 'country'
  isRequired?: boolean
  /** True if the field takes the whole width. */
  isWide?: boolean
  autoComplete?: string
}

const { company, contact, ordering, address } = profileTexts

/** The sections of the profile, and the fields of each. */
export const sections: readonly { title: string; hint?: string; fields: readonly FieldProps[] }[] = [
  {
    title: company,
    fields: [
      { name: 'name', isRequired: true, autoComplete: 'organization' },
      { name: 'slug', isRequired: true },
      { name: 'description', kind: 'lines', isWide: true }
    ]
  },
  {
    title: contact,
    fields: [
      { name: 'email', kind: 'email', autoComplete: 'email' },
      { name: 'phone', kind: 'tel', autoComplete: 'tel' },
      { name: 'website', kind: 'url', isWide: true, autoComplete: 'url' }
    ]
  },
  {
    title: address,
    hint: profileTexts.addressHint,
    fields: [
      { name: 'address/company' },
      { name: 'address/name' },
      { name: 'address/addressLine1', isWide: true },
      { name: 'address/addressLine2', isWide: true },
      { name: 'address/zipCode' },
      { name: 'address/city' },
      { name: 'address/state' },
      { name: 'address/country', kind: 'country' },
      { name: 'address/phone', kind: 'tel' }
    ]
  },
  { title: ordering, fields: [{ name: 'leadTime', kind: 'number' }] }
]
