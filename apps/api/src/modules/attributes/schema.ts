import { type Static, Type } from 'typebox'
import {
  type FieldHints,
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
import {
  attributeLevels,
  attributeTypes,
  maxEffective,
  maxOptions,
  requirements
} from '../products/attributes/definition.ts'
import { maxNumber, maxText } from '../products/attributes/value-schema.ts'

const isWatched = 'True if changed values of live products are reviewed afterwards, as entries of kind CHANGE'

const option = {
  code: Type.String({ description: 'The value of the attribute', examples: ['keyless'] }),
  label: Type.String({ description: 'What people read', examples: ['Keyless'] })
}

const AttributeOption = named(
  'AttributeOption',
  Type.Object({
    ...option,
    facetValueId: nullable({
      ...Uuid,
      description: 'The facet value under which products with this option are filed'
    })
  }),
  'A value that products can have'
)

const type = oneOf(attributeTypes)
const level = oneOf(attributeLevels)

/** An attribute as the operator sees it (contract 4.20). */
export const Attribute = named(
  'Attribute',
  Type.Object({
    id: Uuid,
    code: Type.String({ description: 'The key of the values. It never changes.', examples: ['chuck'] }),
    name: Type.String({ examples: ['Chuck'] }),
    help: nullable(Type.String({ examples: ['How the bit is held'] })),
    type,
    unit: nullable(Type.String({ description: 'The unit of numbers', examples: ['V'] })),
    options: Type.Array(ref(AttributeOption), {
      description: 'For OPTION and OPTIONS: the values to choose from, in the order in which they are offered'
    }),
    min: nullable(Type.Number({ examples: [0] })),
    max: nullable(Type.Number({ examples: [60] })),
    maxLength: nullable(Type.Integer({ examples: [40] })),
    pattern: nullable(Type.String({ examples: ['^[A-Z]{2}-\\d+$'] })),
    level,
    facetId: nullable({ ...Uuid, description: 'The facet whose values the options correspond to' }),
    isWatched: Type.Boolean({ description: isWatched }),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'A definition of an attribute that products can have'
)
export type Attribute = Static<typeof Attribute>

const ListedAttribute = named(
  'ListedAttribute',
  Type.Object({
    ...Attribute.properties,
    categoryIds: Type.Array(Uuid, {
      description: 'The categories that list the attribute themselves. Those below them inherit it.'
    })
  }),
  'An attribute, with the categories that list it'
)

export const AttributeList = named(
  'AttributeList',
  Type.Object({ attributes: Type.Array(ref(ListedAttribute)) }),
  'The attributes, sorted by code'
)
export type AttributeList = Static<typeof AttributeList>

const { code, name: definedName, help, unit, min, max, maxLength, pattern } = Attribute.properties

const AttributeDefinitionOption = named(
  'AttributeDefinitionOption',
  Type.Object(option),
  'A value to choose from'
)

const AttributeDefinition = named(
  'AttributeDefinition',
  Type.Object({
    ...{ code, name: definedName, help, type, level, unit, min, max, maxLength, pattern },
    options: Type.Array(ref(AttributeDefinitionOption), {
      description: 'For OPTION and OPTIONS: the values to choose from, in the order in which they are offered'
    })
  }),
  'An attribute that products can have'
)

/** The attributes as vendors see them (contract 4.20). */
export const AttributeDefinitionList = named(
  'AttributeDefinitionList',
  Type.Object({ attributes: Type.Array(ref(AttributeDefinition)) }),
  'The attributes that the marketplace defines, sorted by code'
)
export type AttributeDefinitionList = Static<typeof AttributeDefinitionList>

export const AttributeQuery = Type.Object(
  {
    type: Type.Optional({ ...type, description: 'Attributes of this type' }),
    categoryId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Attributes that this category lists itself, not those that it inherits'
      })
    )
  },
  { additionalProperties: false }
)
export type AttributeQuery = Static<typeof AttributeQuery>

const NewAttributeOption = named(
  'NewAttributeOption',
  input({
    code: Type.String({
      ...option.code,
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$',
      patternHint: 'letters, digits, underscores, points and hyphens, such as keyless'
    }),
    label: line({ min: 1, max: 255, ...option.label }),
    facetValueId: optional({
      ...Uuid,
      description:
        'A value of the facet. By default, the value of the facet with the name or the slug of the label, which is created ' +
        'if it does not exist.'
    })
  }),
  'A value that products can have'
)

/** The fields that can be changed. */
const changeable = {
  help: optional(
    line({ min: 1, max: 2000, description: 'What vendors should enter', examples: ['How the bit is held'] })
  ),
  unit: optional(line({ min: 1, max: 32, description: 'Only for NUMBER and INTEGER', examples: ['V'] })),
  options: optional(
    Type.Array(ref(NewAttributeOption), {
      maxItems: maxOptions,
      description: 'Required for OPTION and OPTIONS, and only allowed for them'
    })
  ),
  min: optional(bound('The smallest value. Only for NUMBER and INTEGER.', 0)),
  max: optional(bound('The largest value. Only for NUMBER and INTEGER.', 60)),
  maxLength: optional(
    Type.Integer({
      minimum: 1,
      maximum: maxText,
      description: `The maximum length in characters. Only for TEXT. The default is ${maxText}.`,
      examples: [40]
    })
  ),
  pattern: optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'A regular expression that a part of the text must match, in the syntax that RE2 and JavaScript share. Only for TEXT.',
      examples: ['^[A-Z]{2}-\\d+$']
    })
  ),
  facetId: optional({
    ...Uuid,
    description: 'Products are also filed under the values of this facet. Only for OPTION and OPTIONS.'
  }),
  isWatched: optional(Type.Boolean({ description: `${isWatched}. The default is false.` }))
}

function bound(description: string, example: number) {
  return Type.Number({ minimum: -maxNumber, maximum: maxNumber, description, examples: [example] })
}

const name = line({ min: 1, max: 255, examples: ['Chuck'] })

export const NewAttribute = named(
  'NewAttribute',
  input(
    {
      code: Type.String({
        maxLength: 64,
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        patternHint: 'a small letter followed by small letters, digits and underscores, such as chuck_size',
        description: 'The key of the values',
        examples: ['chuck']
      }),
      name,
      type,
      level,
      ...changeable
    },
    { output: Attribute }
  ),
  'An attribute to create'
)
export type NewAttribute = Static<typeof NewAttribute>

const fixed = {
  code: 'READ_ONLY_FIELD',
  message: 'never changes, because products have values of it; create another attribute'
}
const hints: FieldHints = { code: fixed, type: fixed, level: fixed }

export const AttributePatch = named(
  'AttributePatch',
  input({ name: Type.Optional(name), ...changeable }, { output: Attribute, hints }),
  'The fields of an attribute to change. Omitted fields stay unchanged.'
)
export type AttributePatch = Static<typeof AttributePatch>

const requirement = oneOf(requirements)
const enforced =
  'For REQUIRED: from when on products must have a value. Null: since it has been required. Until then, vendors see ' +
  'that the attribute will be required.'

const CategoryAttribute = named(
  'CategoryAttribute',
  Type.Object({
    attribute: Type.String({ description: 'The code of the attribute', examples: ['chuck'] }),
    requirement,
    enforcedFrom: nullable({ ...Timestamp, description: enforced })
  }),
  'An attribute that a category lists'
)

const EffectiveAttribute = named(
  'EffectiveAttribute',
  Type.Object({
    attribute: Type.String({ description: 'The code of the attribute', examples: ['chuck'] }),
    name: Type.String({ examples: ['Chuck'] }),
    type,
    level,
    requirement,
    enforcedFrom: nullable({ ...Timestamp, description: enforced }),
    categoryId: {
      ...Uuid,
      description:
        'The category whose requirement it is: this category, or the ancestor from which it is inherited'
    }
  }),
  'An attribute of the products of a category'
)

/** The attributes of a category (contract 4.20). */
export const CategoryAttributes = named(
  'CategoryAttributes',
  Type.Object({
    attributes: Type.Array(ref(CategoryAttribute), {
      description: 'The attributes that the category lists itself'
    }),
    effective: Type.Array(ref(EffectiveAttribute), {
      description: 'All attributes of products in the category, including those of its ancestors'
    })
  }),
  'The attributes of a category'
)
export type CategoryAttributes = Static<typeof CategoryAttributes>

const CategoryAttributeInput = named(
  'CategoryAttributeInput',
  input({
    attribute: Type.String({ description: 'The code of an attribute', examples: ['chuck'] }),
    requirement,
    enforcedFrom: optional(
      Type.String({
        format: 'date-time',
        description: enforced,
        examples: ['2026-09-01T00:00:00.000Z']
      })
    )
  }),
  'An attribute to list'
)

export const CategoryAttributesInput = named(
  'CategoryAttributesInput',
  input(
    {
      attributes: Type.Array(ref(CategoryAttributeInput), {
        maxItems: maxEffective,
        description: 'All attributes that the category lists itself, in the order of forms'
      })
    },
    { output: CategoryAttributes }
  ),
  'The attributes of a category. They replace the previous ones.'
)
export type CategoryAttributesInput = Static<typeof CategoryAttributesInput>
