import { type Static, Type } from 'typebox'
import {
  DecimalText,
  decimal,
  input,
  line,
  named,
  nullable,
  oneOf,
  optional,
  ref,
  Timestamp,
  Uuid
} from '../../http/schema.ts'
import { MONEY, WEIGHT } from '../../lib/decimal.ts'
import { enumeration } from '../../lib/enumerations.ts'

const PricingType = oneOf(
  enumeration(
    'PricingType',
    ['FLAT_RATE', 'WEIGHT_BASED'],
    'FLAT_RATE charges one rate per country. WEIGHT_BASED charges a base rate plus the rate of the matching ' +
      'weight tier. The default is FLAT_RATE.'
  )
)

const WeightTier = named(
  'WeightTier',
  Type.Object({ minWeight: Type.Number(), maxWeight: Type.Number(), rate: Type.Number() }),
  'A charge that applies if minWeight <= weight < maxWeight'
)

const CountryRate = named(
  'CountryRate',
  Type.Object({
    id: Uuid,
    methodId: Uuid,
    countryCode: Type.String({ examples: ['US', 'US-AK'] }),
    flatRate: DecimalText('The charge per order, for FLAT_RATE methods', '9.95'),
    baseRate: nullable(DecimalText('Added to the rate of the weight tier, for WEIGHT_BASED methods', '4.00')),
    weightTiers: Type.Array(ref(WeightTier))
  }),
  'The charges of a shipping method for one country or subdivision'
)

/** A vendor's shipping method with its rates (contract 2.6). */
export const ShippingMethod = named(
  'ShippingMethod',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Ground'] }),
    isActive: Type.Boolean(),
    pricingType: PricingType,
    weightLimitMin: nullable(Type.Number()),
    weightLimitMax: nullable(Type.Number()),
    currency: Type.String({ examples: ['USD'] }),
    description: nullable(Type.String()),
    countryRates: Type.Array(ref(CountryRate)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'A shipping method with its rates'
)

export type ShippingMethod = Static<typeof ShippingMethod>

export const ShippingMethodList = named(
  'ShippingMethodList',
  Type.Object({ shippingMethods: Type.Array(ref(ShippingMethod)) }),
  'All shipping methods'
)

export type ShippingMethodList = Static<typeof ShippingMethodList>

const money = decimal(MONEY, { examples: [9.95] })
const weight = decimal(WEIGHT, { description: "In the marketplace's weight unit", examples: [5] })

const NewWeightTier = named(
  'NewWeightTier',
  input({ minWeight: weight, maxWeight: weight, rate: money }),
  'Applies if minWeight <= weight < maxWeight'
)

const NewCountryRate = named(
  'NewCountryRate',
  input(
    {
      countryCode: line({
        max: 10,
        description: 'An ISO 3166-1 alpha-2 country code or an ISO 3166-2 subdivision code',
        examples: ['US']
      }),
      flatRate: optional(money),
      baseRate: optional(money),
      weightTiers: optional(Type.Array(ref(NewWeightTier), { maxItems: 100 }))
    },
    { output: CountryRate }
  ),
  'The charges for one country or subdivision'
)
export type NewCountryRate = Static<typeof NewCountryRate>

const fields = {
  isActive: optional(Type.Boolean()),
  pricingType: optional(PricingType),
  currency: optional(
    line({
      min: 3,
      max: 3,
      description: "An ISO 4217 code. The default is the marketplace's currency.",
      examples: ['USD']
    })
  ),
  description: optional(Type.String({ maxLength: 2000 })),
  weightLimitMin: optional(weight),
  weightLimitMax: optional(weight),
  countryRates: optional(
    Type.Array(ref(NewCountryRate), {
      maxItems: 1000,
      description: "A method without rates can't be used for orders"
    })
  )
}
const name = line({ min: 1, max: 255, examples: ['Ground'] })

/** The body that creates a shipping method (contract 4.6). */
export const NewShippingMethod = named(
  'NewShippingMethod',
  input({ name, ...fields }, { output: ShippingMethod }),
  'A shipping method to create'
)
export type NewShippingMethod = Static<typeof NewShippingMethod>

/**
 * The body that updates a shipping method (contract 4.6). All fields are optional. `countryRates` replaces
 * all rates.
 */
export const ShippingMethodPatch = named(
  'ShippingMethodPatch',
  input({ name: Type.Optional(name), ...fields }, { output: ShippingMethod }),
  'The fields of a shipping method to change. Omitted fields stay unchanged.'
)
export type ShippingMethodPatch = Static<typeof ShippingMethodPatch>
