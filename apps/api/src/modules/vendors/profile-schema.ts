import { type Static, Type } from 'typebox'
import { FilePart } from '../../assets/upload-form.ts'
import { type FieldHints, input, named } from '../../http/schema.ts'
import { Vendor, VendorPatch } from './schema.ts'

const { isActive: _, ...shown } = Vendor.properties
const { isActive: __, commissionPercent: ___, ...written } = VendorPatch.properties

/** The vendor as it sees itself (specification 1). */
export const VendorProfile = named(
  'VendorProfile',
  Type.Object({
    ...shown,
    currency: Type.String({ description: "The marketplace's", examples: ['USD'] })
  })
)
export type VendorProfile = Static<typeof VendorProfile>

const hints: FieldHints = {
  logoUrl: { code: 'READ_ONLY_FIELD', message: 'is set by POST /vendor/me/logo' },
  commissionPercent: { code: 'READ_ONLY_FIELD', message: 'is set by the platform' },
  currency: { code: 'READ_ONLY_FIELD', message: 'is set by the platform' }
}

/** All fields optional. */
export const VendorProfilePatch = named(
  'VendorProfilePatch',
  input(written, { output: VendorProfile, hints })
)
export type VendorProfilePatch = Static<typeof VendorProfilePatch>

/** The form of a logo (specification 4.7). */
export const LogoForm = input({ file: FilePart })
