import type { Tx } from '../apps/api/src/db/connect.ts'
import { systemOrigin } from '../apps/api/src/events.ts'
import { newDefinition } from '../apps/api/src/modules/attributes/change-attributes.ts'
import { insertAttribute, replaceCategoryAttributes } from '../apps/api/src/modules/attributes/queries.ts'
import type { NewAttribute } from '../apps/api/src/modules/attributes/schema.ts'
import type { Requirement } from '../apps/api/src/modules/products/attributes/definition.ts'
import {
  noteChange,
  noteEnforcement,
  readDefinitions
} from '../apps/api/src/modules/products/attributes/definition-queries.ts'
import { AttributeDefinitions } from '../apps/api/src/modules/products/attributes/definitions.ts'
import { refreshAttributes } from '../apps/api/src/modules/products/attributes/refresh-attributes.ts'
import { setIds } from './id-queries.ts'
import { day, demoId, setupAge } from './numbers.ts'
import { listProductIds } from './queries.ts'
import { readData } from './read-data.ts'

/** The content of `data/attributes.json`. A category is named with its parent. */
type DemoAttributes = {
  attributes: NewAttribute[]
  categories: {
    category: [string] | [parent: string, name: string]
    attributes: { attribute: string; requirement: Requirement; enforcedInDays?: number }[]
  }[]
}

/**
 * Inserts the operator's attributes, and the attributes of categories: one that a product lacks, and one that will be
 * required in the future.
 */
export async function seedAttributes(tx: Tx, now: number): Promise<void> {
  const { attributes, categories } = await readData<DemoAttributes>('attributes.json')
  const ids = new Map<string, string>()
  for (const attribute of attributes) {
    const definition = newDefinition(attribute)
    const options = definition.options.map((option) => ({ ...option, facetValueId: null }))
    const from = await insertAttribute(tx, { ...definition, options })
    const to = demoId(`attribute ${attribute.code}`, setupAge)
    await setIds(tx, 'attributes', [{ from, to }])
    ids.set(attribute.code, to)
  }
  for (const { category, attributes } of categories) {
    const [owner, name] = category.length === 1 ? ['', category[0]] : category
    const listed = attributes.map(({ attribute, requirement, enforcedInDays }) => ({
      ...{ attributeId: ids.get(attribute) ?? '', requirement },
      enforcedFrom: enforcedInDays === undefined ? null : now + enforcedInDays * day
    }))
    const categoryId = demoId(`category ${owner} ${name}`, setupAge)
    await replaceCategoryAttributes(tx, categoryId, listed)
    await noteEnforcement(tx, { categoryId, times: listed.flatMap(({ enforcedFrom }) => enforcedFrom ?? []) })
  }
  await noteChange(tx, { categoryIds: [] })
}

/** Stores the issues of the products that lack attributes. */
export async function seedAttributeIssues(tx: Tx): Promise<void> {
  const definitions = new AttributeDefinitions(await readDefinitions(tx))
  const productIds = await listProductIds(tx)
  await refreshAttributes(tx, definitions, { productIds, origin: systemOrigin })
}
