import { databaseNow } from '../../../lib/clock.ts'
import {
  type Attribute,
  type AttributeLevel,
  attributeLevels,
  type CategoryAttribute,
  type DefinitionData,
  type Requirement,
  requirements
} from './definition.ts'
import { type MapSchema, mapSchema } from './value-schema.ts'

/** An attribute of a category, with the requirement that results from the category and its ancestors. */
export type EffectiveAttribute = {
  attribute: Attribute
  requirement: Requirement
  /** For a requirement of REQUIRED: from when on it is enforced, in milliseconds since 1970. Null: it already is. */
  enforcedFrom: number | null
  /** The category whose requirement it is. */
  categoryId: string
}

/** The attributes of one or more categories, in the order of forms and templates. */
export type EffectiveAttributes = {
  list: EffectiveAttribute[]
  /**
   * The JSON Schemas of the maps of attributes, by the level of the attributes. `partial` accepts a map in which
   * required attributes are missing.
   */
  schemas: { [level in AttributeLevel]: { complete: MapSchema; partial: MapSchema } }
  /** True if products can have only these attributes. */
  isStrict: boolean
}

/** The maximum number of sets of categories whose attributes are kept. */
const maxSets = 2_000

/**
 * The definitions of attributes, and what follows from them for sets of categories. An instance never changes: when the
 * operator changes a definition, another instance is loaded.
 */
export class AttributeDefinitions {
  readonly version: number
  readonly data: DefinitionData
  private readonly attributes: Map<string, Attribute>
  private readonly parents: Map<string, string>
  private readonly levels: Map<string, AttributeLevel>
  private readonly children: Map<string, string[]>
  private readonly own = new Map<string, CategoryAttribute[]>()
  private readonly sets = new Map<string, { effective: EffectiveAttributes; validUntil: number }>()

  constructor(data: DefinitionData) {
    this.data = data
    this.version = data.version
    this.attributes = new Map(data.attributes.map((attribute) => [attribute.id, attribute]))
    this.parents = new Map(data.parents)
    this.levels = new Map(data.attributes.map(({ code, level }) => [code, level]))
    this.children = new Map()
    for (const [id, parentId] of data.parents) {
      const children = this.children.get(parentId)
      if (children) children.push(id)
      else this.children.set(parentId, [id])
    }
    for (const entry of data.categoryAttributes) {
      const entries = this.own.get(entry.categoryId)
      if (entries) entries.push(entry)
      else this.own.set(entry.categoryId, [entry])
    }
  }

  /** True if no product has to be checked, because nothing is defined and any attributes are allowed. */
  get isEmpty(): boolean {
    return this.own.size === 0 && !this.data.isStrict
  }

  /**
   * Returns the attributes of a product in the given categories: those of all the categories and of their ancestors. If
   * several of them list an attribute, the strongest requirement counts. Unknown ids are ignored.
   */
  effective(categoryIds: readonly string[], now = databaseNow()): EffectiveAttributes {
    const key = [...categoryIds].sort().join()
    const known = this.sets.get(key)
    if (known && now < known.validUntil) return known.effective
    const list = this.listOf(categoryIds)
    const next = list.map(({ enforcedFrom }) => enforcedFrom ?? 0).filter((time) => time > now)
    const validUntil = Math.min(...next)
    const effective = { list, schemas: this.schemasOf(list, now), isStrict: this.data.isStrict }
    const oldest = this.sets.size >= maxSets ? this.sets.keys().next().value : undefined
    if (oldest !== undefined) this.sets.delete(oldest)
    this.sets.set(key, { effective, validUntil })
    return effective
  }

  /** Returns those of the keys that are attributes of products. The level of an attribute is the same everywhere. */
  productCodes(keys: readonly string[]): string[] {
    return keys.filter((key) => this.levels.get(key) === 'PRODUCT')
  }

  /**
   * Returns the category, or one below it, that has more than `max` attributes including those that it inherits. Returns
   * undefined if there is none.
   */
  largerThan(max: number, categoryId: string): string | undefined {
    return this.subtree([categoryId]).find((id) => this.listOf([id]).length > max)
  }

  /** Returns the attributes that a category inherits from its ancestors, by their id. */
  inheritedBy(categoryId: string): Map<string, EffectiveAttribute> {
    const parentId = this.parents.get(categoryId)
    const list = parentId === undefined ? [] : this.listOf([parentId])
    return new Map(list.map((one) => [one.attribute.id, one]))
  }

  /** Returns the category and its ancestors, from the top level down. */
  path(categoryId: string): string[] {
    const path: string[] = []
    for (let id: string | undefined = categoryId; id !== undefined; id = this.parents.get(id))
      path.unshift(id)
    return path
  }

  /** Returns the attributes that a category lists itself, in its order. */
  ownOf(categoryId: string): EffectiveAttribute[] {
    return (this.own.get(categoryId) ?? []).flatMap(({ attributeId, requirement, enforcedFrom }) => {
      const attribute = this.attributes.get(attributeId)
      return attribute ? [{ attribute, requirement, enforcedFrom, categoryId }] : []
    })
  }

  /** Returns the categories and all categories below them, each once. */
  subtree(categoryIds: readonly string[]): string[] {
    const found = new Set(categoryIds)
    // A set is visited in the order of insertion, including what is added while it is visited.
    for (const id of found) for (const child of this.children.get(id) ?? []) found.add(child)
    return [...found]
  }

  /** Returns the attributes of the categories and of their ancestors: see `effective`. */
  listOf(categoryIds: readonly string[]): EffectiveAttribute[] {
    const found = new Map<string, EffectiveAttribute>()
    const visited = new Set<string>()
    for (const id of categoryIds.flatMap((one) => this.path(one))) {
      if (visited.has(id)) continue
      visited.add(id)
      for (const entry of this.own.get(id) ?? []) {
        const attribute = this.attributes.get(entry.attributeId)
        if (!attribute) continue
        const { requirement, enforcedFrom } = entry
        const candidate = { attribute, requirement, enforcedFrom, categoryId: id }
        const earlier = found.get(attribute.id)
        found.set(attribute.id, earlier ? stronger(earlier, candidate) : candidate)
      }
    }
    return [...found.values()]
  }

  private schemasOf(list: EffectiveAttribute[], now: number): EffectiveAttributes['schemas'] {
    const { isStrict } = this.data
    const entries = attributeLevels.map((level) => {
      const ofLevel = list.filter(({ attribute }) => attribute.level === level)
      const required = ofLevel.filter((one) => isEnforced(one, now)).map(({ attribute }) => attribute.code)
      const schema = (required: string[]) => mapSchema(ofLevel, { level, required, isStrict })
      return [level, { complete: schema(required), partial: schema([]) }] as const
    })
    return Object.fromEntries(entries) as EffectiveAttributes['schemas']
  }
}

/** True if products must have a value of the attribute at this time. */
export function isEnforced({ requirement, enforcedFrom }: EffectiveAttribute, now: number): boolean {
  return requirement === 'REQUIRED' && (enforcedFrom === null || enforcedFrom <= now)
}

function stronger(one: EffectiveAttribute, other: EffectiveAttribute): EffectiveAttribute {
  const difference = requirements.indexOf(other.requirement) - requirements.indexOf(one.requirement)
  if (difference !== 0) return difference > 0 ? other : one
  return (other.enforcedFrom ?? 0) < (one.enforcedFrom ?? 0) ? other : one
}
