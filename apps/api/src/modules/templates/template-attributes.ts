import type { AttributeDefinitions } from '../products/attributes/definitions.ts'
import type { TemplateAttribute } from './template-columns.ts'

/** Returns the attributes of the categories, each with those of the categories that have it, if not all have. */
export function attributesOf(
  definitions: AttributeDefinitions,
  categoryIds: readonly string[]
): TemplateAttribute[] {
  const having = new Map<string, string[]>()
  for (const id of categoryIds)
    for (const { attribute } of definitions.listOf([id])) {
      const ids = having.get(attribute.id)
      if (ids) ids.push(id)
      else having.set(attribute.id, [id])
    }
  return definitions.listOf(categoryIds).map((one) => {
    const ids = having.get(one.attribute.id) ?? []
    return { ...one, categoryIds: ids.length === categoryIds.length ? [] : ids }
  })
}
