import { type Static, Type } from 'typebox'
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
  Timestamp
} from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { weightUnits } from '../../lib/weight-units.ts'
import { watchableFields } from '../products/approval/watched-fields.ts'
import { Address, optionalAddress } from '../vendors/schema.ts'

const weightUnit = oneOf(weightUnits, {
  description: "The unit of all weights. A new unit doesn't convert stored weights."
})

const attributeModes = enumeration(
  'AttributeMode',
  ['OPEN', 'STRICT'],
  'OPEN: products can have any attributes. STRICT: only those that are defined for their categories.'
)

const attributes = oneOf(attributeModes, {
  description:
    'Whether products can have attributes that are not defined for their categories. With STRICT, stored products that ' +
    'have such attributes get `attributeIssues`. `unspc` is always allowed.'
})

const quoteMinutes = Type.Integer({
  minimum: 1,
  maximum: 1440,
  description: 'For how many minutes the quotes of the storefront are valid. The default is 15.',
  examples: [15]
})

const watchedField = {
  field: oneOf(watchableFields, {
    description: 'A field that is not moderated. `vendorPrice` and `listPrice` are fields of variants.'
  }),
  threshold: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'For `vendorPrice` and `listPrice`: a changed price is shown only if it differs from the accepted price ' +
        'by more than this share of the accepted price',
      examples: [0.2]
    })
  )
}

const WatchedField = named(
  'WatchedField',
  Type.Object(watchedField),
  'A field whose changes on live products are shown in the moderation queue'
)

const WatchedFieldInput = named(
  'WatchedFieldInput',
  input(watchedField),
  'A field to watch, and for prices the threshold'
)

const upcChecks = enumeration(
  'UpcCheck',
  ['WARN', 'REFUSE'],
  'What happens to a UPC with a wrong length or check digit'
)

const statementPeriods = enumeration(
  'StatementPeriod',
  ['MONTH', 'HALF_MONTH', 'WEEK'],
  'The length of the periods of statements'
)

const statementPeriod = oneOf(statementPeriods, {
  description:
    'The length of the periods of statements. Half months begin on the 1st and the 16th, weeks on Mondays. A change ' +
    'applies when the open period of a vendor has ended.'
})

const timeZone = {
  description:
    'The IANA name of the time zone of working days, and in which the periods of statements begin and end. For ' +
    'statements, a change applies when the open period of a vendor has ended.',
  examples: ['America/New_York']
}

const upcCheck = oneOf(upcChecks, {
  description:
    'What happens to a UPC, EAN or GTIN with a wrong length or check digit. WARN, the default: it is stored, and the ' +
    'response or the report has a warning. REFUSE: it is an error. A change applies within 5 seconds.'
})

const deadlines = {
  acknowledgeHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    description:
      'The hours after the placement of an order within which vendors should acknowledge it. Null: there is no such ' +
      'deadline. Applies to new orders.',
    examples: [24]
  }),
  shipDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    description:
      'The working days (Monday to Friday, in the time zone) after the day of an order within which vendors should ship ' +
      'it. The longest lead time of the ordered products counts if it is longer. Null: there is no such deadline. ' +
      'Applies to new orders.',
    examples: [3]
  })
}

const mailColor = {
  description: 'The colour of buttons and links in mails, as #rrggbb. Null: the colour of the console.',
  examples: ['#0f7a68']
}

/** The settings of the marketplace. */
export const Settings = named(
  'Settings',
  Type.Object({
    name: Type.String({ examples: ['Harbor Market'] }),
    address: ref(Address),
    currency: Type.String({
      description: 'The ISO 4217 code of the currency of all prices and costs',
      examples: ['USD']
    }),
    weightUnit,
    defaultCommissionPercent: nullable(
      Type.Number({ description: 'The commission of vendors that are created without one', examples: [15] })
    ),
    logoUrl: nullable(Type.String({ examples: ['https://assets.example/assets/images/logo.webp'] })),
    watchedFields: Type.Array(ref(WatchedField), {
      description:
        'The fields whose changes on live products are shown in the moderation queue, as entries of kind CHANGE'
    }),
    attributes,
    quoteMinutes,
    statementPeriod,
    timeZone: Type.String(timeZone),
    acknowledgeHours: nullable(deadlines.acknowledgeHours),
    shipDays: nullable(deadlines.shipDays),
    upcCheck,
    mailColor: nullable(Type.String(mailColor)),
    updatedAt: Timestamp
  }),
  "The marketplace's settings"
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
      weightUnit: Type.Optional(weightUnit),
      defaultCommissionPercent: optional(
        decimal(
          { integerDigits: 10, fractionDigits: 4 },
          {
            description:
              'The commission of vendors that are created without one, from 0 to 1000. With null, each new vendor ' +
              'needs a commission. Existing vendors keep theirs.',
            examples: [15]
          }
        )
      ),
      watchedFields: Type.Optional(
        Type.Array(ref(WatchedFieldInput), {
          maxItems: watchableFields.length,
          description: 'All fields to watch. Changes of fields that are no longer watched are forgotten.'
        })
      ),
      attributes: Type.Optional(attributes),
      quoteMinutes: Type.Optional(quoteMinutes),
      statementPeriod: Type.Optional(statementPeriod),
      timeZone: Type.Optional(line({ min: 1, max: 100, ...timeZone })),
      acknowledgeHours: optional(deadlines.acknowledgeHours),
      shipDays: optional(deadlines.shipDays),
      upcCheck: Type.Optional(upcCheck),
      mailColor: optional(
        Type.String({
          pattern: '^#[0-9a-fA-F]{6}$',
          patternHint: 'a colour of six hexadecimal digits, such as #0f7a68',
          ...mailColor
        })
      )
    },
    { output: Settings, hints }
  ),
  'The settings to change. Omitted fields stay unchanged.'
)
export type SettingsPatch = Static<typeof SettingsPatch>
