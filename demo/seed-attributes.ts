import type { Tx } from '../apps/api/src/db/connect.ts'
import { newDefinition } from '../apps/api/src/modules/attributes/change-attributes.ts'
import { insertAttribute, replaceCategoryAttributes } from '../apps/api/src/modules/attributes/queries.ts'
import type { CategoryAttributesInput, NewAttribute } from '../apps/api/src/modules/attributes/schema.ts'
import { setIds } from './id-queries.ts'
import { demoId, setupAge } from './numbers.ts'
import { readData } from './read-data.ts'

/** The content of `data/attributes.json`. A category is named with its parent. */
type DemoAttributes = {
  attributes: NewAttribute[]
  categories: {
    category: [string] | [parent: string, name: string]
    attributes: CategoryAttributesInput['attributes']
  }[]
}

/** Inserts the operator's attributes, and the attributes of categories. None of them is required. */
export async function seedAttributes(tx: Tx): Promise<void> {
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
    const listed = attributes.map(({ attribute, requirement }) => ({
      ...{ attributeId: ids.get(attribute) ?? '', requirement, enforcedFrom: null }
    }))
    await replaceCategoryAttributes(tx, demoId(`category ${owner} ${name}`, setupAge), listed)
  }
}
