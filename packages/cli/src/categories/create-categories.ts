import type { Purveyor } from '@purveyor/client'
import { readCatalogRows } from '@purveyor/client/catalog-file/catalog-rows'
import { mapCategories, withCatalogFile } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import { plural } from '../output/numbers.ts'
import { CategoryPlan, type NewPath } from './plan-categories.ts'

/** Creates the missing categories of paths and of a catalog file. Returns the exit code. */
export async function createCategories(context: Context, { positionals, values }: Input): Promise<ExitCode> {
  if (positionals.length === 0 && typeof values.catalog !== 'string')
    throw usageError('PATH is missing.', 'Name a category, or the file that has them: --catalog FILE.')
  const client = await context.client()
  await requireOperator(context, client)
  const { categories } = await client.platform.categories.list({}, { signal: context.signal })
  const plan =
    typeof values.catalog === 'string'
      ? await planOfFile(context, { name: values.catalog, values, categories })
      : new CategoryPlan(categories)
  for (const path of positionals) plan.add(path)
  refuseProblems(context, plan)
  const ids = values['dry-run'] === true ? undefined : await createAll(context, client, plan.created)
  show(context, plan.created, ids)
  return exitCodes.done
}

async function requireOperator({ signal }: Context, client: Purveyor): Promise<void> {
  const { vendor } = await client.auth.me({ signal })
  if (!vendor) return
  throw new CommandError('Only the operator can create categories.', exitCodes.access, {
    code: 'NO_OPERATOR',
    hint: 'Add --profile operator, or the name of the profile under which the operator has signed in.'
  })
}

type Tree = ConstructorParameters<typeof CategoryPlan>[0]

/** Plans the categories of all rows, also of those with errors. */
async function planOfFile(
  context: Context,
  { name, values, categories }: { name: string; values: Input['values']; categories: Tree }
): Promise<CategoryPlan> {
  return withCatalogFile(context, name, values, async (file) => {
    const mapping = await mapCategories(context, file, values)
    const plan = new CategoryPlan(categories, mapping.map.categories)
    for await (const { category } of readCatalogRows(file, mapping)) {
      context.signal.throwIfAborted()
      if (category !== undefined) plan.add(category)
    }
    return plan
  })
}

/** Creates nothing if a path has a problem. */
function refuseProblems({ out }: Context, { problems }: CategoryPlan): void {
  if (problems.size === 0) return
  const list = [...problems].map(([category, problem]) => ({ category, problem }))
  out.result({ problems: list })
  out.table(
    [{ title: 'Category' }, { title: 'Problem' }],
    list.map(({ category, problem }) => [category, problem])
  )
  out.line()
  throw new CommandError(
    `${plural(problems.size, 'category', 'categories')} can't be created. Nothing was created.`,
    exitCodes.usage,
    { code: 'CATEGORIES_INVALID' }
  )
}

/** Creates the categories, parents first. Returns their ids by those of the plan. */
async function createAll(
  { out, signal }: Context,
  client: Purveyor,
  planned: readonly NewPath[]
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { id, name, parentId, path } of planned) {
    const parent = parentId === null ? null : (ids.get(parentId) ?? parentId)
    const created = await client.platform.categories.create({ name, parentId: parent }, { signal })
    ids.set(id, created.id)
    out.line(`${out.green('+')} ${path.join(' > ')}`)
  }
  return ids
}

function show({ out }: Context, created: readonly NewPath[], ids: Map<string, string> | undefined): void {
  const isDryRun = ids === undefined
  out.result({
    dryRun: isDryRun,
    created: created.map(({ id, path }) => ({ id: ids?.get(id) ?? null, path: path.join(' > ') }))
  })
  if (created.length === 0) {
    out.line(`${out.green('✓')} All these categories exist already.`)
    return
  }
  if (isDryRun) for (const { path } of created) out.line(`+ ${path.join(' > ')}`)
  out.line()
  const many = plural(created.length, 'category', 'categories')
  out.line(
    isDryRun ? `Dry run: ${many} would be created. Nothing was changed.` : out.green(`✓ ${many} created.`)
  )
}
