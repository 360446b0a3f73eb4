import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import {
  decimal,
  type FieldHints,
  input,
  line,
  named,
  nullable,
  oneOf,
  optional,
  ref,
  slugText,
  Timestamp,
  Uuid
} from '../../http/schema.ts'
import { roles } from '../../http/server/access.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { Email, Invitation, maxEmailLength } from '../auth/schema.ts'

/** How much the operator trusts a vendor, from least to most. */
export const vendorTrust = enumeration(
  'VendorTrust',
  ['NEW', 'STANDARD', 'TRUSTED'],
  'How much the operator trusts a vendor, from the least to the most. Approval rules can require it.'
)

const text = (example: string) => nullable(Type.String({ examples: [example] }))

/** The address object in responses (contract 2.7). Every field is present; unset fields are null. */
export const Address = named(
  'Address',
  Type.Object({
    name: text('Ana Lima'),
    company: text('Acme Tools'),
    addressLine1: text('12 Mill Road'),
    addressLine2: text('Unit 4'),
    city: text('Springfield'),
    state: text('IL'),
    zipCode: text('62701'),
    country: text('US'),
    phone: text('+1 217 555 0100')
  }),
  'A postal address. Fields without a value are null.'
)
export type Address = Static<typeof Address>

const addressLine = optional(line({ max: 255 }))
const addressLines = Object.fromEntries(
  Object.keys(Address.properties).map((field) => [field, addressLine])
) as Record<keyof Address, typeof addressLine>

/** The address object in requests. Each field can be omitted or null. */
export const optionalAddress = optional(
  input(addressLines, {
    description: 'On update, omitted fields stay unchanged. Null clears the whole address.'
  })
)

/** A vendor as the operator sees it. */
export const Vendor = named(
  'Vendor',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Acme Tools'] }),
    slug: Type.String({ examples: ['acme-tools'] }),
    email: text('sales@acme.example'),
    phone: text('+1 217 555 0100'),
    website: text('https://acme.example'),
    description: text('Hand tools since 1949.'),
    logoUrl: text('https://assets.example/assets/logos/acme.webp'),
    leadTime: Type.Integer({
      description: 'The lead time in days of products without their own lead time',
      examples: [4]
    }),
    commissionPercent: Type.Number({
      description: 'The percentage added to the cost to get the retail price',
      examples: [12.5]
    }),
    isActive: Type.Boolean(),
    trust: oneOf(vendorTrust, {
      description: 'How much the operator trusts the vendor. Only the operator sees it.'
    }),
    address: ref(Address),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'A vendor'
)
export type Vendor = Static<typeof Vendor>

export const VendorPage = pageSchema('VendorPage', 'vendors', Vendor)
export type VendorPage = Static<typeof VendorPage>

const name = line({ min: 1, max: 255, examples: ['Acme Tools'] })

const trust = optional(
  oneOf(vendorTrust, {
    description: 'How much you trust the vendor, for approval rules. The default is STANDARD.'
  })
)

const fields = {
  email: optional(
    Type.String({ trim: true, format: 'email', maxLength: maxEmailLength, examples: ['sales@acme.example'] })
  ),
  phone: optional(line({ max: 50, examples: ['+1 217 555 0100'] })),
  website: optional(
    Type.String({
      trim: true,
      maxLength: 2048,
      pattern: '^https?://',
      patternHint: 'an http or https URL, such as https://example.com',
      format: 'uri',
      examples: ['https://acme.example']
    })
  ),
  description: optional(Type.String({ maxLength: 10_000 })),
  leadTime: optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'The lead time in days of products without their own lead time. The default is 4.',
      examples: [4]
    })
  ),
  commissionPercent: optional(
    decimal(
      { integerDigits: 10, fractionDigits: 4 },
      {
        description:
          'The percentage added to the cost to get the retail price, from 0 to 1000. The default is 0.',
        examples: [12.5]
      }
    )
  ),
  address: optionalAddress
}

/** The body that creates a vendor. */
export const NewVendor = named(
  'NewVendor',
  input({ name, slug: optional(slugText()), trust, ...fields }, { output: Vendor }),
  'A vendor to create'
)
export type NewVendor = Static<typeof NewVendor>

/** The body with which the operator updates a vendor. All fields are optional. */
export const VendorPatch = named(
  'VendorPatch',
  input(
    {
      name: Type.Optional(name),
      slug: Type.Optional(slugText()),
      isActive: Type.Optional(
        Type.Boolean({
          description: 'Users of an inactive vendor get 403, and its products are hidden from the storefront'
        })
      ),
      trust,
      ...fields
    },
    { output: Vendor }
  ),
  'The fields of a vendor to change. Omitted fields stay unchanged.'
)
export type VendorPatch = Static<typeof VendorPatch>

const { isActive: _, trust: ____, ...shown } = Vendor.properties
const { isActive: __, commissionPercent: ___, trust: _____, ...written } = VendorPatch.properties

/** A vendor as its own users see it (contract 2.10). */
export const VendorProfile = named(
  'VendorProfile',
  Type.Object({
    ...shown,
    currency: Type.String({ description: 'The currency of the marketplace', examples: ['USD'] })
  }),
  "The vendor's profile"
)
export type VendorProfile = Static<typeof VendorProfile>

const hints: FieldHints = {
  logoUrl: {
    code: 'READ_ONLY_FIELD',
    message: 'is read-only; upload a logo with POST /api/v1/vendor/me/logo'
  },
  commissionPercent: { code: 'READ_ONLY_FIELD', message: 'is read-only; the operator sets it' },
  currency: { code: 'READ_ONLY_FIELD', message: 'is read-only; the operator sets it' }
}

/** The body with which a vendor updates its profile. All fields are optional. */
export const VendorProfilePatch = named(
  'VendorProfilePatch',
  input(written, { output: VendorProfile, hints }),
  'The fields of your profile to change. Omitted fields stay unchanged.'
)

const Role = oneOf(roles, { description: 'The role. The default is OWNER.' })

export const NewVendorMember = named(
  'NewVendorMember',
  input({ email: Email, name: line({ min: 1, max: 255, examples: ['Ana Lima'] }), role: optional(Role) }),
  "A person to invite to a vendor's team"
)
export type NewVendorMember = Static<typeof NewVendorMember>

/** A new invitation to a vendor's team with its token, which no other response contains. */
export const InvitedVendorMember = named(
  'InvitedVendorMember',
  Type.Object({
    vendorId: Uuid,
    email: Type.String({ examples: ['ana@example.com'] }),
    name: Type.String({ examples: ['Ana Lima'] }),
    role: oneOf(roles),
    invitation: Invitation
  }),
  'The invited member, with the invitation token'
)
export type InvitedVendorMember = Static<typeof InvitedVendorMember>
