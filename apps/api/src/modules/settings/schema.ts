import { type Static, Type } from 'typebox'
import { type FieldHints, input, line, named, nullable, oneOf, ref, Timestamp } from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { Address, optionalAddress } from '../vendors/schema.ts'

const weightUnits = enumeration('WeightUnit', ['lb', 'oz', 'kg', 'g'], 'A unit of weight')

const weightUnit = oneOf(weightUnits, {
  description: "The unit of all weights. A new unit doesn't convert stored weights."
})

/** The settings of the marketplace. */
export const Settings = named(
  'Settings',
  Type.Object(
    {
      name: Type.String({ examples: ['Harbor Market'] }),
      address: ref(Address),
      currency: Type.String({
        description: 'The ISO 4217 code of the currency of all prices and costs',
        examples: ['USD']
      }),
      weightUnit,
      logoUrl: nullable(Type.String({ examples: ['https://assets.example/assets/images/logo.webp'] })),
      updatedAt: Timestamp
    },
    { description: "The marketplace's settings" }
  )
)
export type Settings = Static<typeof Settings>

const hints: FieldHints = {
  logoUrl: {
    code: 'READ_ONLY_FIELD',
    message: 'is read-only; upload a logo with POST /api/v1/platform/settings/logo'
  }
}

/** The body that updates the settings. All fields are optional. */
export const SettingsPatch = named(
  'SettingsPatch',
  input(
    {
      name: Type.Optional(line({ min: 1, max: 255, examples: ['Harbor Market'] })),
      address: optionalAddress,
      currency: Type.Optional(Type.String({ description: 'An ISO 4217 code', examples: ['USD'] })),
      weightUnit: Type.Optional(weightUnit)
    },
    { output: Settings, hints }
  ),
  'The settings to change. Omitted fields stay unchanged.'
)
export type SettingsPatch = Static<typeof SettingsPatch>
