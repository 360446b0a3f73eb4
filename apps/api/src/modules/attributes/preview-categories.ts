import { orNotFound } from '../../errors.ts'
import { databaseNow } from '../../lib/clock.ts'
import type { DefinitionData } from '../products/attributes/definition.ts'
import { readDefinitions } from '../products/attributes/definition-queries.ts'
import { AttributeDefinitions } from '../products/attributes/definitions.ts'
import { requireFewIn } from '../products/attributes/moved-category.ts'
import { requireValidParent } from '../taxonomy/change-terms.ts'
import { mergedDefinitions, requireMergeable } from '../taxonomy/merge-faults.ts'
import { findTerm } from '../taxonomy/queries.ts'
import { type PreviewDeps, type PreviewOptions, previewChange } from './preview-attributes.ts'
import type { CategoryPreview } from './preview-schema.ts'

/**
 * Returns what a merge of a category would do to the products of the category and those below it (contract 4.20). Throws
 * 404, 400 and 409 as the merge would, and the reason of the signal if it aborts.
 */
export async function previewMerge(
  deps: PreviewDeps,
  merge: { id: string; intoId: string },
  options: PreviewOptions
): Promise<CategoryPreview> {
  await requireCategory(deps, merge.id)
  const data = await readDefinitions(deps.sql)
  await requireMergeable(deps.sql, data, merge)
  return previewTree(deps, { id: merge.id, data, changed: mergedDefinitions(data, merge) }, options)
}

/** Does the same as `previewMerge` for a move of a category below another one, or to the top level. */
export async function previewMove(
  deps: PreviewDeps,
  { id, parentId }: { id: string; parentId: string | null },
  options: PreviewOptions
): Promise<CategoryPreview> {
  await requireCategory(deps, id)
  if (parentId) await requireValidParent(deps.sql, { id, parentId })
  const data = await readDefinitions(deps.sql)
  const others = data.parents.filter(([child]) => child !== id)
  const changed = { ...data, parents: parentId ? [...others, [id, parentId] as [string, string]] : others }
  requireFewIn(new AttributeDefinitions(changed), id)
  return previewTree(deps, { id, data, changed }, options)
}

async function requireCategory({ sql }: PreviewDeps, id: string): Promise<void> {
  orNotFound(await findTerm(sql, 'categories', { id, assetOrigin: '' }))
}

type TreeChange = { id: string; data: DefinitionData; changed: DefinitionData }

/** Checks the products of a category and those below it with both definitions. */
async function previewTree(
  deps: PreviewDeps,
  { id, data, changed }: TreeChange,
  options: PreviewOptions
): Promise<CategoryPreview> {
  const [before, after] = [new AttributeDefinitions(data), new AttributeDefinitions(changed)]
  const change = { current: before, changed: after, categoryIds: [id], at: databaseNow() }
  const below = before.subtree([id]).length - 1
  const preview = await previewChange(deps, change, options)
  return { ...preview, subcategoryCount: below, attributes: differences(before, after, id) }
}

/** Returns the attributes whose requirement in a category differs. */
function differences(
  before: AttributeDefinitions,
  after: AttributeDefinitions,
  id: string
): CategoryPreview['attributes'] {
  const [old, changed] = [before, after].map(
    (definitions) => new Map(definitions.listOf([id]).map((one) => [one.attribute.code, one]))
  )
  const all = new Map([...(old ?? []), ...(changed ?? [])])
  return [...all].flatMap(([code, { attribute }]) => {
    const requirement = {
      before: old?.get(code)?.requirement ?? null,
      after: changed?.get(code)?.requirement ?? null
    }
    return requirement.before === requirement.after
      ? []
      : [{ attribute: code, name: attribute.name, ...requirement }]
  })
}
