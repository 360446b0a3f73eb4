import { enumeration } from '../../../lib/enumerations.ts'

export const attributeTypes = enumeration(
  'AttributeType',
  ['TEXT', 'NUMBER', 'INTEGER', 'BOOLEAN', 'DATE', 'OPTION', 'OPTIONS'],
  'The type of the values: text, a number, a whole number, true or false, a date such as 2026-03-01, the code of an ' +
    'option, or a list of codes of options'
)
export type AttributeType = (typeof attributeTypes)[number]

export const attributeLevels = enumeration(
  'AttributeLevel',
  ['PRODUCT', 'VARIANT'],
  'Whether the values are in the `attributes` of the product or of its variants'
)
export type AttributeLevel = (typeof attributeLevels)[number]

/** From the weakest to the strongest. */
export const requirements = enumeration(
  'AttributeRequirement',
  ['OPTIONAL', 'RECOMMENDED', 'REQUIRED'],
  'Whether the products of a category have to have an attribute. Missing recommended attributes are not an error.'
)
export type Requirement = (typeof requirements)[number]

/** The maximum number of options of an attribute. */
export const maxOptions = 500
/** The maximum number of attributes of a category, with those that it inherits. */
export const maxEffective = 200

/** An option of an attribute. `facetValueId` is the facet value under which it files products. */
export type AttributeOption = { code: string; label: string; facetValueId?: string | null }

/** A definition of an attribute, as the checks use it. */
export type Attribute = {
  id: string
  code: string
  name: string
  help: string | null
  type: AttributeType
  unit: string | null
  min: number | null
  max: number | null
  maxLength: number | null
  pattern: string | null
  options: AttributeOption[]
  level: AttributeLevel
  isWatched: boolean
  facetId: string | null
}

/** An attribute that a category lists itself, in the order of the category. */
export type CategoryAttribute = {
  categoryId: string
  attributeId: string
  requirement: Requirement
  /** From when on a required attribute must have a value, in milliseconds since 1970. Null: it already must. */
  enforcedFrom: number | null
}

/** All definitions of the marketplace. They change together with the version. */
export type DefinitionData = {
  version: number
  /** True if products can have only attributes that are defined for their categories. */
  isStrict: boolean
  attributes: Attribute[]
  categoryAttributes: CategoryAttribute[]
  /** The parent of each category that isn't at the top level. */
  parents: [id: string, parentId: string][]
}
