import { createHash } from 'node:crypto'
import type { AttributeDefinition } from '../../../../../../packages/client/src/catalog-file/attribute-fields.ts'
import type { CategoryNode } from '../../../../../../packages/client/src/catalog-file/category-index.ts'
import type { Market } from '../../../../../../packages/client/src/catalog-file/market.ts'
import type { Sql } from '../../../db/connect.ts'
import { definitionCache } from '../../products/attributes/definition-cache.ts'
import { type CategoryRow, listCategoryNames, readMarket } from './catalog-queries.ts'

/**
 * What the rows of a workbook can refer to: the attributes and categories of the marketplace, and the units of its values.
 * `categoriesKey` is the same as long as the categories are.
 */
export type WorkbookCatalog = {
  definitions: AttributeDefinition[]
  categories: CategoryNode[]
  categoriesKey: string
  market: Market
}

/** Reads what the rows of a workbook can refer to. */
export async function readWorkbookCatalog(sql: Sql): Promise<WorkbookCatalog> {
  const [{ data }, rows, market] = await Promise.all([
    definitionCache(sql).latest(),
    listCategoryNames(sql),
    readMarket(sql)
  ])
  const definitions = data.attributes.map(({ code, name, type, unit, level, options }) => ({
    ...{ code, name, type, unit, level },
    options: options.map(({ code, label }) => ({ code, label }))
  }))
  const categoriesKey = createHash('sha256').update(JSON.stringify(rows)).digest('base64')
  return { definitions, categories: treeOf(rows), categoriesKey, market }
}

/** Returns the tree of the categories. */
export function treeOf(rows: CategoryRow[]): CategoryNode[] {
  const nodes = new Map(
    rows.map(({ id, name, slug }) => [id, { id, name, slug, children: [] } as CategoryNode])
  )
  const roots: CategoryNode[] = []
  for (const { id, parentId } of rows) {
    const node = nodes.get(id)
    if (node) (nodes.get(parentId ?? '')?.children ?? roots).push(node)
  }
  return roots
}
