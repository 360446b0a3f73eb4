import type { Job, Purveyor } from '@purveyor/client'
import { columnOf } from '@purveyor/client/catalog-file/catalog-rows'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { type FindCategories, readFileItems } from '../catalog-file/catalog-items.ts'
import { readDefinitions, readMarket } from '../catalog-file/market.ts'
import { type Catalog, mapColumns, withCatalogFile } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { readCount } from '../options.ts'
import { pathsOf } from '../pull/category-cells.ts'
import { readItems } from '../push/check.ts'
import { repeatCommand } from '../push/command-line.ts'
import { uploadItems } from '../push/send.ts'
import type { FieldChange } from './entries.ts'
import { ImportPlan } from './plan.ts'
import { showPlan, writePlan } from './show-plan.ts'
import { UpdatePlan } from './update-plan.ts'

/** How many rows are shown unless the user says otherwise. */
const defaultLimit = 50

/** Runs `purveyor diff`: sends the file as a dry run, and shows what the service says about each row. */
export async function diff(context: Context, input: Input): Promise<ExitCode> {
  const [name = ''] = input.positionals
  const limit = readLimit(input, context.json)
  const purveyor = await context.client()
  const { signal } = context
  return withCatalogFile(context, name, input.values, async (file) => {
    const [market, definitions] = await Promise.all([
      readMarket(purveyor, signal),
      readDefinitions(purveyor, signal)
    ])
    const mapped = await mapColumns(context, file, input.values, { market, definitions, update: 'yes' })
    const { mapping } = mapped
    const { categories } = await purveyor.categories.list({}, { signal })
    const index = new CategoryIndex(categories, mapping.map.categories)
    const without = input.values['without-categories'] === true
    const find: FindCategories = (written) => (without ? { ok: true, ids: [] } : index.find(written))
    const sending = { context, purveyor, catalog: { ...mapped, file, market }, find }
    const plan =
      mapped.mode === 'update'
        ? new UpdatePlan(sending)
        : new ImportPlan({ ...sending, job: await dryRun(sending) })
    const names = new Map(pathsOf(categories))
    const show = context.json ? writePlan : showPlan
    await show(context.out, plan, {
      ...{ file: name, limit },
      command: name === '-' ? undefined : pushCommand(name, input),
      column: (field) => columnOf(mapping, field) ?? field,
      display: (change, value) => displayed(change, value, names)
    })
    const { create, update, errors } = plan.counts
    if (errors > 0) return exitCodes.partlyFailed
    return create + update > 0 ? exitCodes.different : exitCodes.done
  })
}

type Sending = {
  context: Context
  purveyor: Purveyor
  catalog: Catalog
  find: FindCategories
}

/** Sends the rows without errors as a dry run, and waits for its end. Returns undefined if there are none. */
async function dryRun({ context, purveyor, catalog, find }: Sending): Promise<Job | undefined> {
  const items = await countSendable({ context, purveyor, catalog, find })
  if (items === 0) return undefined
  const job = await uploadItems(context, purveyor, {
    ...{ read: () => readItems(catalog, { find }), items },
    ...{ dryRun: true, onExisting: 'update' as const }
  })
  const { status, error } = await watchJob(context, job)
  if (status !== 'FAILED' && status !== 'CANCELLED') return job
  const message =
    status === 'FAILED'
      ? `The service could not finish the dry run: ${error ?? 'unknown reason'}`
      : 'The dry run was cancelled.'
  throw new CommandError(message, exitCodes.failed, { code: `JOB_${status}` })
}

async function countSendable({ context, catalog, find }: Sending): Promise<number> {
  const progress = context.out.progress('Checking', undefined)
  let [rows, sendable] = [0, 0]
  try {
    for await (const { isSendable } of readFileItems(catalog, find)) {
      if (isSendable) sendable++
      if (++rows % 1000 !== 0) continue
      context.signal.throwIfAborted()
      progress.update(rows)
    }
  } finally {
    progress.stop()
  }
  return sendable
}

/** Shows categories by their names. */
function displayed({ field, isShortened }: FieldChange, value: unknown, names: Map<string, string>): unknown {
  const isList = field === 'category_ids' || field === 'categoryIds'
  if (!isList || isShortened || !Array.isArray(value)) return value
  return value.map((id) => names.get(String(id)) ?? String(id)).join(', ')
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
