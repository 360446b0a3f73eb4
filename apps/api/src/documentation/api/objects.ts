import { componentOf, type Operation, resolved, type Schema, type Schemas, successOf } from './document.ts'

/**
 * Returns the names of the objects that a page describes in sections of their own: those that its operations
 * return, or return lists of. Other parts of the page refer to these sections.
 */
export function objectsOf(operations: readonly Operation[], schemas: Schemas): string[] {
  const names = operations.flatMap((operation) => {
    const schema = successOf(operation)?.response.content?.['application/json']?.schema
    return schema ? returnedObjects(schema, schemas) : []
  })
  return [...new Set(names)].filter((name) => Object.keys(schemas[name]?.properties ?? {}).length > 2)
}

function returnedObjects(schema: Schema, schemas: Schemas): string[] {
  const name = componentOf(schema)
  const { properties = {} } = resolved(schema, schemas)
  const listed = Object.values(properties).flatMap(({ items }) => (items && componentOf(items)) ?? [])
  const isPage = 'pageInfo' in properties || Object.keys(properties).length === 1
  if (isPage) return listed
  return name === undefined ? [] : [name]
}
