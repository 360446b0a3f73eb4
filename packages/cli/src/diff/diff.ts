import type { Purveyor } from '@purveyor/client'
import { columnOf } from '@purveyor/client/catalog-file/catalog-rows'
import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import { mapColumns, withCatalogFile } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { readCount } from '../options.ts'
import { repeatCommand } from '../push/command-line.ts'
import { compareCatalog } from './compare-catalog.ts'
import { FileItems } from './file-items.ts'
import { Plan } from './plan.ts'
import { readItems } from './read-items.ts'
import { showPlan, writePlan } from './show-plan.ts'

/** How many rows are shown unless the user says otherwise. */
const defaultLimit = 50

/** Runs `purveyor diff`. Of the rows of the file, only the SKUs are in memory. */
export async function diff(context: Context, input: Input): Promise<ExitCode> {
  const [name = ''] = input.positionals
  const limit = readLimit(input, context.json)
  const purveyor = await context.client()
  return withCatalogFile(context, name, input.values, async (file) => {
    const [plan, items] = await Promise.all([Plan.create(), FileItems.create()])
    try {
      return await compareFile({ context, purveyor, input, file, plan, items, limit, name })
    } finally {
      await Promise.all([plan.remove(), items.remove()])
    }
  })
}

type Comparing = {
  context: Context
  purveyor: Purveyor
  input: Input
  file: CatalogFile
  plan: Plan
  items: FileItems
  limit: number
  /** The file as the user named it. */
  name: string
}

async function compareFile(comparing: Comparing): Promise<ExitCode> {
  const { context, input, file, plan, items, limit, name } = comparing
  const mapping = await mapColumns(context, file, input.values)
  const categories = await readItems({ ...comparing, mapping })
  const column = (field: string) => columnOf(mapping, field) ?? field
  await compareCatalog({ ...comparing, column })
  const show = context.json ? writePlan : showPlan
  await show(context.out, plan, {
    ...{ file: name, limit, hasFiles: items.hasFiles },
    command: name === '-' ? undefined : pushCommand(name, input),
    column,
    display: (field, value) => displayed(field, value, categories)
  })
  if (plan.counts.errors > 0) return exitCodes.partlyFailed
  return plan.size > 0 ? exitCodes.different : exitCodes.done
}

/** Shows categories by their names. */
function displayed(field: string, value: unknown, names: Map<string, string>): unknown {
  if (field !== 'category_ids' && field !== 'categoryIds') return value
  const ids = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')
  const listed = ids.filter((id) => id !== '').map((id) => names.get(id) ?? id)
  return listed.join(', ')
}

/** Returns the command that makes the changes of the plan. */
function pushCommand(name: string, { values }: Input): string {
  const command = repeatCommand(name, { ...values, 'on-existing': 'update' })
  return typeof values.encoding === 'string' ? `${command} --encoding ${values.encoding}` : command
}

/** With `--json`, all rows are written unless the user sets a limit. */
function readLimit({ values }: Input, json: boolean): number {
  if (values.all === true) return Number.POSITIVE_INFINITY
  return readCount(values.limit, 'limit') ?? (json ? Number.POSITIVE_INFINITY : defaultLimit)
}
