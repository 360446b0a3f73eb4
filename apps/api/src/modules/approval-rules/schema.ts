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
import { MONEY } from '../../lib/decimal.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { ReasonInput } from '../products/approval/reason-input.ts'
import { moderatedFields } from '../products/fields/lists.ts'
import { moderationKinds } from '../products/schema.ts'
import { vendorTrust } from '../vendors/schema.ts'

/** What an approval rule decides on. */
export const RuleKind = oneOf(moderationKinds)

const RuleField = oneOf(
  enumeration('ModeratedField', moderatedFields, 'A field of live products whose changes wait for approval')
)

export const RuleDecision = oneOf(
  enumeration(
    'ApprovalRuleDecision',
    ['APPROVE', 'REJECT', 'QUEUE'],
    'What an approval rule does with the entries that match it. QUEUE: they wait for a person.'
  )
)

const minTrust = oneOf(vendorTrust, { description: 'The vendor has at least this trust' })
const maxTextChange = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'Only staged edits: in each changed text, at most this share of the words differs',
  examples: [0.2]
})
const minImages = Type.Integer({
  minimum: 0,
  maximum: 20,
  description: 'The product as proposed has at least this number of images',
  examples: [1]
})
const withoutLinks = Type.Boolean({
  description: 'If true, the texts as proposed contain no link, web address or email address'
})
const missingAttributes = Type.Boolean({
  description:
    'True: required attributes of the categories of the product have no value. False: none is missing. A new product that ' +
    'lacks one is never approved by a rule.'
})
const price = 'No variant has a higher vendorPrice'

const RuleConditions = named(
  'ApprovalRuleConditions',
  Type.Object({
    kinds: Type.Optional(Type.Array(RuleKind)),
    vendorIds: Type.Optional(Type.Array(Uuid)),
    minTrust: Type.Optional(minTrust),
    categoryIds: Type.Optional(Type.Array(Uuid)),
    onlyFields: Type.Optional(Type.Array(RuleField)),
    maxTextChange: Type.Optional(maxTextChange),
    minImages: Type.Optional(minImages),
    maxVendorPrice: Type.Optional(DecimalText(price, '500.00')),
    withoutWords: Type.Optional(Type.Array(Type.String({ examples: ['free shipping'] }))),
    withoutLinks: Type.Optional(withoutLinks),
    missingAttributes: Type.Optional(missingAttributes)
  }),
  'The conditions of an approval rule, as they were set. An entry matches the rule if all of them hold.'
)

const RuleReason = named(
  'ApprovalRuleReason',
  Type.Object({
    code: nullable(Type.String({ examples: ['NO_IMAGES'] })),
    pointer: nullable(Type.String({ examples: ['/images'] })),
    text: Type.String({ examples: ['The product has no images.'] })
  }),
  'A reason for the rejections by an approval rule'
)

/** An approval rule (contract 4.16). */
export const ApprovalRule = named(
  'ApprovalRule',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Small edits by trusted vendors'] }),
    isActive: Type.Boolean({ description: 'Inactive rules decide nothing' }),
    when: ref(RuleConditions),
    then: RuleDecision,
    reasons: Type.Array(ref(RuleReason), { description: 'Empty unless `then` is REJECT' }),
    samplePercent: Type.Number({
      description: 'The percentage of the decisions that a person makes instead',
      examples: [5]
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'An approval rule'
)
export type ApprovalRule = Static<typeof ApprovalRule>

export const ApprovalRuleList = named(
  'ApprovalRuleList',
  Type.Object({ rules: Type.Array(ref(ApprovalRule)) }),
  'All approval rules, in the order in which they are tried'
)
export type ApprovalRuleList = Static<typeof ApprovalRuleList>

const ids = (description: string) => optional(Type.Array(Uuid, { minItems: 1, maxItems: 1000, description }))

const NewRuleConditions = named(
  'NewApprovalRuleConditions',
  input({
    kinds: optional(
      Type.Array(RuleKind, { minItems: 1, maxItems: 2, description: 'The default is both kinds' })
    ),
    vendorIds: ids('The product belongs to one of these vendors'),
    minTrust: optional(minTrust),
    categoryIds: ids('The product is in one of these categories or in a descendant of them'),
    onlyFields: optional(
      Type.Array(RuleField, {
        minItems: 1,
        maxItems: moderatedFields.length,
        description: 'Only staged edits: no other fields are changed'
      })
    ),
    maxTextChange: optional(maxTextChange),
    minImages: optional(minImages),
    maxVendorPrice: optional(decimal(MONEY, { description: price, examples: [500] })),
    withoutWords: optional(
      Type.Array(line({ min: 1, max: 100, examples: ['free shipping'] }), {
        minItems: 1,
        maxItems: 1000,
        description:
          'The texts as proposed contain none of these words or phrases. Case, punctuation, invisible characters and the ' +
          'HTML tags of the description are ignored.'
      })
    ),
    withoutLinks: optional(withoutLinks),
    missingAttributes: optional(missingAttributes)
  }),
  'The conditions of an approval rule. All must hold. Without any condition, every entry matches.'
)
export type NewRuleConditions = Static<typeof NewRuleConditions>

const { imageId: _, ...reasonFields } = ReasonInput.properties
const NewRuleReason = named(
  'NewApprovalRuleReason',
  input(reasonFields),
  'A reason for the rejections by an approval rule'
)
export type NewRuleReason = Static<typeof NewRuleReason>

const name = line({ min: 1, max: 255, examples: ['Small edits by trusted vendors'] })
const isActive = Type.Boolean({ description: 'Inactive rules decide nothing' })
const reasons = optional(
  Type.Array(ref(NewRuleReason), {
    maxItems: 50,
    description:
      'Required if `then` is REJECT, with 1 to 50 entries. Otherwise, only an empty list is accepted.'
  })
)
const samplePercent = optional(
  decimal(
    { integerDigits: 3, fractionDigits: 2 },
    {
      description:
        'The percentage of the decisions, from 0 to 100, that a person makes instead: these entries wait in the queue, ' +
        'marked as samples. The default is 0. Not accepted if `then` is QUEUE, unless it is 0.',
      examples: [5]
    }
  )
)
const required = {
  name,
  isActive,
  when: ref(NewRuleConditions),
  then: RuleDecision
}

/** The body that creates an approval rule. */
export const NewApprovalRule = named(
  'NewApprovalRule',
  input({ ...required, reasons, samplePercent }, { output: ApprovalRule }),
  'An approval rule to create'
)
export type NewApprovalRule = Static<typeof NewApprovalRule>

/** The body that updates an approval rule. All fields are optional. `when` replaces all conditions. */
export const ApprovalRulePatch = named(
  'ApprovalRulePatch',
  input(
    {
      name: Type.Optional(name),
      isActive: Type.Optional(isActive),
      when: Type.Optional(ref(NewRuleConditions)),
      then: Type.Optional(RuleDecision),
      reasons,
      samplePercent
    },
    { output: ApprovalRule }
  ),
  'The fields of an approval rule to change. Omitted fields stay unchanged; `when` is replaced as a whole.'
)
export type ApprovalRulePatch = Static<typeof ApprovalRulePatch>

/** The maximum number of approval rules. The list of rules isn't paged. */
export const maxRules = 100

export const ApprovalRuleOrder = named(
  'ApprovalRuleOrder',
  input({
    ids: Type.Array(Uuid, {
      maxItems: maxRules,
      description: 'The ids of all approval rules, in their new order'
    })
  }),
  'The order of all approval rules'
)
export type ApprovalRuleOrder = Static<typeof ApprovalRuleOrder>
