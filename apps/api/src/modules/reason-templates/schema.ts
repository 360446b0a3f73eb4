import { type Static, Type } from 'typebox'
import { input, line, named, oneOf, optional, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { templateFields } from './template-fields.ts'

const Field = oneOf(
  enumeration(
    'ReasonTemplateField',
    templateFields,
    'A field of a product or variant for which a reason template can be offered'
  )
)

const code = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Z][A-Z0-9_]*$',
  patternHint: 'a capital letter followed by capital letters, digits and underscores, such as WRONG_IMAGE',
  examples: ['WRONG_IMAGE']
})
const text = Type.String({ examples: ['The image shows another product.'] })
const fieldsDescription =
  'The fields for which the template is offered. A template without fields is offered for all of them.'

/** A text that operators can use as the reason of a decision (contract 4.17). */
export const ReasonTemplate = named(
  'ReasonTemplate',
  Type.Object({
    id: Uuid,
    code: Type.String({ description: 'Unique among the templates', examples: ['WRONG_IMAGE'] }),
    text,
    fields: Type.Array(Field, { description: fieldsDescription, examples: [['images']] }),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'A text for the reasons of decisions'
)
export type ReasonTemplate = Static<typeof ReasonTemplate>

export const ReasonTemplateList = named(
  'ReasonTemplateList',
  Type.Object({ reasonTemplates: Type.Array(ref(ReasonTemplate)) }),
  'The reason templates, sorted by code'
)
export type ReasonTemplateList = Static<typeof ReasonTemplateList>

export const ReasonTemplateQuery = Type.Object(
  {
    field: Type.Optional({
      ...Field,
      description: 'Templates that are offered for this field, including those without fields'
    })
  },
  { additionalProperties: false }
)

const newText = line({
  min: 1,
  max: 2000,
  description: 'The text, which vendors can read when a decision contains it',
  examples: ['The image shows another product.']
})
const fields = optional(Type.Array(Field, { maxItems: 20, description: fieldsDescription }))

export const NewReasonTemplate = named(
  'NewReasonTemplate',
  input({ code, text: newText, fields }, { output: ReasonTemplate }),
  'A reason template to create'
)
export type NewReasonTemplate = Static<typeof NewReasonTemplate>

export const ReasonTemplatePatch = named(
  'ReasonTemplatePatch',
  input({ code: Type.Optional(code), text: Type.Optional(newText), fields }, { output: ReasonTemplate }),
  'The fields of a reason template to change. Omitted fields stay unchanged.'
)
export type ReasonTemplatePatch = Static<typeof ReasonTemplatePatch>
