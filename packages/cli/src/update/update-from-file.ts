import { rm } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Purveyor } from '@purveyor/client'
import { usedAttributes } from '@purveyor/client/catalog-file/attribute-columns'
import { columnOf, shown } from '@purveyor/client/catalog-file/catalog-rows'
import { attributeOfPath } from '@purveyor/client/catalog-file/item-cells'
import type { CatalogItem } from '@purveyor/client/catalog-file/variant-item'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { ask, canAsk } from '../confirm.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { plural } from '../output/numbers.ts'
import {
  applyUpdates,
  tryUpdates,
  type UpdateJournal,
  type UpdateResult,
  type UpdateRun
} from '../row-files/apply-updates.ts'
import { journalPath, openJournal } from '../row-files/journal.ts'
import { keyHasExpired } from '../row-files/send-chunks.ts'
import { type CheckedUpdate, checkUpdate, updateItems } from './check-update.ts'
import { reportUpdate } from './report-update.ts'

/** The command that updates products, and its options that are repeated for the failed rows. */
export type UpdateCommand = { words: string[]; options: string[] }

export type FileUpdate = {
  client: Purveyor
  url: string
  vendor: { id: string; name: string }
  catalog: Catalog
  command: UpdateCommand
  values: Input['values']
  dryRun: boolean
  /** True if nothing is asked. */
  yes: boolean
}

/** Changes the products that the rows of a file name, by bulk updates, and reports. Returns the exit code. */
export async function updateFromFile(context: Context, update: FileUpdate): Promise<ExitCode> {
  const { catalog, dryRun } = update
  const { file } = catalog
  const checked = await checkUpdate(context, update)
  if (checked.rows === 0) {
    const message = `${file.name} has no rows${file.format === 'csv' ? ' after its header' : ''}.`
    throw new CommandError(message, exitCodes.usage, { code: 'FILE_INVALID' })
  }
  if (checked.sendable > 0 && !(await isConfirmed(context, update, checked))) {
    context.out.note('Nothing was sent.')
    return exitCodes.interrupted
  }
  const run = updatesOf(context, update, checked)
  const result = dryRun ? await tryUpdates(run) : await apply(context, update, run)
  return reportUpdate(context, update, { checked, result })
}

/** Returns what updates the products of the rows that have no errors. */
export function updatesOf(
  context: Context,
  { client, catalog }: Pick<FileUpdate, 'client' | 'catalog'>,
  checked: CheckedUpdate
): UpdateRun<CatalogItem['item']> {
  return {
    ...{ context, client, title: 'Updating', total: checked.sendable },
    items: () => updateItems(catalog, checked.find),
    faultOf({ code, field, message }, item, row) {
      const known = attributeOfPath(field ?? '') ?? field
      const column = columnOf(catalog.mapping, known) ?? columnOf(catalog.mapping, 'code') ?? undefined
      return { row, column, value: shown(valueAt(item, field ?? 'code')), code, message }
    }
  }
}

/** Returns the value of a field of an item, such as that of `vendor_price` or `attributes/voltage`. */
function valueAt(item: CatalogItem['item'], field: string): unknown {
  return field
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], item)
}

async function isConfirmed(
  context: Context,
  { vendor, url, dryRun, yes }: FileUpdate,
  { sendable }: CheckedUpdate
): Promise<boolean> {
  if (yes || dryRun || !canAsk(context)) return true
  return ask(context, `Update ${plural(sendable, 'product')} of ${vendor.name} (${url})?`, true)
}

type Run = UpdateRun<CatalogItem['item']>

async function apply(context: Context, update: FileUpdate, run: Run): Promise<UpdateResult> {
  const { url, vendor, catalog, command, values } = update
  const { file, mapping, market } = catalog
  const reading = JSON.stringify([mapping, market, ...usedAttributes(catalog)])
  const parts = [url, vendor.id, file.contentHash, reading]
  const path = journalPath(context.stateFolder, 'update', parts)
  const name = file.name === 'stdin' ? '-' : relative(context.cwd, file.path)
  const journal = await openUpdateJournal(path)
  return applyUpdates(run, {
    journal,
    command: commandLine([...command.words, name], values, command.options)
  })
}

/** Opens the journal at the path. Values that were set long ago may have changed since, so the file is sent again. */
async function openUpdateJournal(path: string): Promise<UpdateJournal<CatalogItem['item']>> {
  const journal: UpdateJournal<CatalogItem['item']> = await openJournal(path)
  const { finishedAt, pending } = journal
  if (!finishedAt && !(pending && keyHasExpired(pending.begunAt))) return journal
  await rm(path)
  return openJournal(path)
}
