import { type Static, Type } from 'typebox'
import {
  DecimalText,
  decimal,
  type FieldHints,
  input,
  line,
  named,
  nullable,
  nullableRef,
  oneOf,
  optional,
  ref,
  slugText,
  Timestamp,
  Uuid
} from '../../http/schema.ts'
import { roles } from '../../http/server/access.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { weightUnits } from '../../lib/weight-units.ts'
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

const NextCommission = named(
  'NextCommission',
  Type.Object({ commissionPercent: Type.Number({ examples: [15] }), effectiveFrom: Timestamp }),
  'A planned change of the commission'
)

const ofSettings = 'Null: as in the settings. 0: there is no such deadline for this vendor.'
const deadlines = {
  acknowledgeHours: Type.Integer({
    minimum: 0,
    maximum: 720,
    description: `The hours after the placement of an order within which the vendor should acknowledge it. ${ofSettings}`,
    examples: [24]
  }),
  shipDays: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: `The working days after the day of an order within which the vendor should ship it. ${ofSettings}`,
    examples: [3]
  })
}

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
    nextCommission: nullableRef(NextCommission),
    acknowledgeHours: nullable(deadlines.acknowledgeHours),
    shipDays: nullable(deadlines.shipDays),
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

/** The body of a preview of a commission. */
export const NewCommission = named(
  'NewCommission',
  input({
    commissionPercent: decimal(
      { integerDigits: 10, fractionDigits: 4 },
      { description: 'The commission to try, from 0 to 1000', examples: [15] }
    )
  }),
  'A commission to try'
)
export type NewCommission = Static<typeof NewCommission>

const RepricedVariant = named(
  'RepricedVariant',
  Type.Object({
    productId: Uuid,
    productName: Type.String({ examples: ['Hex bolt'] }),
    variantId: Uuid,
    sku: Type.String({ examples: ['HB-M8-10'] }),
    price: DecimalText('The retail price now', '11.25'),
    newPrice: DecimalText('The retail price with the new commission', '11.50')
  }),
  'A variant whose retail price would change'
)

/** What a new commission would change. */
export const CommissionPreview = named(
  'CommissionPreview',
  Type.Object({
    commissionPercent: Type.Number({ description: 'The commission now', examples: [12.5] }),
    newCommissionPercent: Type.Number({ description: 'The commission of the request', examples: [15] }),
    currency: Type.String({ examples: ['USD'] }),
    variants: Type.Integer({
      description: 'The number of active variants of published products',
      examples: [240]
    }),
    increased: Type.Integer({ description: 'How many retail prices would rise', examples: [238] }),
    decreased: Type.Integer({ description: 'How many retail prices would fall', examples: [0] }),
    averageChange: DecimalText('The average change of the prices that would change', '0.31'),
    largest: Type.Array(ref(RepricedVariant), {
      description: 'The variants whose prices would change most, at most 10'
    })
  }),
  'The retail prices that a new commission would change'
)
export type CommissionPreview = Static<typeof CommissionPreview>

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
          'The percentage added to the cost to get the retail price, from 0 to 1000. The default is ' +
          '`defaultCommissionPercent` of the settings. If the settings have none, it is required for a new vendor.',
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
      ...fields,
      acknowledgeHours: optional(deadlines.acknowledgeHours),
      shipDays: optional(deadlines.shipDays),
      effectiveFrom: optional(
        Type.String({
          format: 'date-time',
          description:
            'The time from which `commissionPercent` applies, at most 366 days ahead. If it is omitted, the commission ' +
            'applies immediately, and a planned change is dropped. Null without a commission also drops it.',
          examples: ['2027-01-01T00:00:00.000Z']
        })
      )
    },
    { output: Vendor }
  ),
  'The fields of a vendor to change. Omitted fields stay unchanged.'
)
export type VendorPatch = Static<typeof VendorPatch>

const { isActive: _, trust: _1, acknowledgeHours: _2, shipDays: _3, ...shown } = Vendor.properties
const {
  isActive: _4,
  commissionPercent: _5,
  trust: _6,
  effectiveFrom: _7,
  acknowledgeHours: _8,
  shipDays: _9,
  ...written
} = VendorPatch.properties

/** A vendor as its own users see it (contract 2.10). */
export const VendorProfile = named(
  'VendorProfile',
  Type.Object({
    ...shown,
    currency: Type.String({ description: 'The currency of the marketplace', examples: ['USD'] }),
    weightUnit: oneOf(weightUnits, {
      description: 'The unit of all weights in the marketplace, such as those of your weight tiers'
    })
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
  nextCommission: { code: 'READ_ONLY_FIELD', message: 'is read-only; the operator sets it' },
  currency: { code: 'READ_ONLY_FIELD', message: 'is read-only; the operator sets it' },
  weightUnit: { code: 'READ_ONLY_FIELD', message: 'is read-only; the operator sets it' }
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
