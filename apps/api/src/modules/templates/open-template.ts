import type { Readable } from 'node:stream'
import { workbookStream } from '@purveyor/spreadsheets'
import type { Sql } from '../../db/connect.ts'
import { invalid } from '../../errors.ts'
import { parameterFault } from '../../http/faults.ts'
import { type CategoryRow, listCategoryNames, readMarket } from '../bulk-items/workbook/catalog-queries.ts'
import { definitionCache } from '../products/attributes/definition-cache.ts'
import type { AttributeDefinitions } from '../products/attributes/definitions.ts'
import { CategoryTexts } from './category-texts.ts'
import { productRows } from './product-rows.ts'
import { attributesOf } from './template-attributes.ts'
import { nameableKeys, templateColumns } from './template-columns.ts'
import {
  countVariants,
  listFreeKeys,
  listRows,
  listUsedCategories,
  type Selection
} from './template-queries.ts'
import { templateWorkbook } from './template-workbook.ts'

/** The maximum number of variants in a template with products. */
export const maxRows = 100_000
/** The maximum number of columns of attributes that have no definition. */
const maxFreeKeys = 100
/** The maximum number of attributes in a template. */
export const maxAttributes = 1_000

type TemplateRequest = { vendorId: string; categoryIds: readonly string[]; withProducts: boolean }

/**
 * Opens the template for products in the categories as the stream of an .xlsx file. Everything but the rows of products is
 * read before it returns, so that errors are thrown immediately. Throws 400 if a category doesn't exist, or if there are too
 * many products or attributes.
 */
export async function openTemplate(
  sql: Sql,
  { vendorId, categoryIds, withProducts }: TemplateRequest,
  signal: AbortSignal
): Promise<Readable> {
  const [definitions, categories, units] = await Promise.all([
    definitionCache(sql).latest(),
    listCategoryNames(sql),
    readMarket(sql)
  ])
  const texts = new CategoryTexts(categories)
  refuseUnknown(categoryIds, texts)
  const selection = { vendorId, categoryIds: selected(definitions, categoryIds) }
  const used = withProducts ? await usedCategories(sql, selection) : []
  const covered = [...new Set([...categoryIds, ...used])]
  const attributes = attributesOf(definitions, covered)
  refuseMany(attributes.length)
  const freeKeys =
    withProducts && !definitions.data.isStrict ? await freeKeysOf(sql, selection, definitions) : []
  const columns = templateColumns({ attributes, all: definitions.data.attributes, units, freeKeys })
  const rows = withProducts
    ? productRows(columns, {
        list: (page) => listRows(sql, selection, page),
        categoryText: (id) => texts.textOf(id),
        signal
      })
    : []
  return workbookStream(
    templateWorkbook({
      ...{ columns, units, rows },
      categories: offered(categories, covered).map((id) => ({ id, text: texts.textOf(id) })),
      pathOf: (id) => texts.pathOf(id)
    })
  )
}

function refuseUnknown(categoryIds: readonly string[], texts: CategoryTexts): void {
  const unknown = categoryIds.filter((id) => !texts.has(id))
  if (unknown.length === 0) return
  throw invalid(
    unknown.map((id) =>
      parameterFault(
        'categoryIds',
        'UNKNOWN_CATEGORY',
        `must contain ids of existing categories; ${id} is not one`
      )
    )
  )
}

/** Returns the categories whose products are selected: the given ones, and all below them. */
function selected(
  definitions: AttributeDefinitions,
  categoryIds: readonly string[]
): readonly string[] | undefined {
  return categoryIds.length === 0 ? undefined : definitions.subtree(categoryIds)
}

/** Returns the categories in which selected products are. Throws 400 if too many variants are selected. */
async function usedCategories(sql: Sql, selection: Selection): Promise<string[]> {
  const [count, used] = await Promise.all([
    countVariants(sql, selection, maxRows + 1),
    listUsedCategories(sql, selection)
  ])
  if (count <= maxRows) return used
  const message = `selects more than ${maxRows.toLocaleString('en')} variants; choose fewer categories`
  throw invalid([parameterFault('withProducts', 'TOO_MANY', message)])
}

/** Returns the keys of attributes of selected variants that have no definition and can be columns. */
async function freeKeysOf(sql: Sql, selection: Selection, { data }: AttributeDefinitions): Promise<string[]> {
  const codes = data.attributes.map(({ code }) => code)
  return nameableKeys(await listFreeKeys(sql, selection, { codes, limit: maxFreeKeys }), data.attributes)
}

/** Returns the categories that the list offers: those that the template covers, or all if it covers none. */
function offered(categories: readonly CategoryRow[], covered: readonly string[]): readonly string[] {
  return covered.length > 0 ? covered : categories.map(({ id }) => id)
}

function refuseMany(attributes: number): void {
  if (attributes <= maxAttributes) return
  const message = `has more than ${maxAttributes.toLocaleString('en')} attributes; choose fewer categories`
  throw invalid([parameterFault('categoryIds', 'TOO_MANY', message)])
}
