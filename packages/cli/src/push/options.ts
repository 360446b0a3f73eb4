import { resolve } from 'node:path'
import type { OnExisting } from '@purveyor/client'
import { readingOptions } from '../catalog-file/open-catalog.ts'
import type { Input, Option } from '../command.ts'
import { textOption, usageError } from '../options.ts'

/** The options of `purveyor push`, apart from those that say how to read the file. */
export type PushOptions = {
  dryRun: boolean
  onExisting: OnExisting
  saveMap: string | undefined
  yes: boolean
}

const onExistingValues: readonly OnExisting[] = ['fail', 'skip', 'update']

/** The options of `purveyor push`, with those that say how to read the file. */
export const pushOptions: Record<string, Option> = {
  'dry-run': { type: 'boolean', help: 'Let the service check everything, but change nothing.' },
  'on-existing': {
    type: 'string',
    value: 'fail|skip|update',
    help: 'What to do with a SKU that exists already. The default is fail.'
  },
  ...readingOptions,
  'save-map': { type: 'string', value: 'FILE', help: 'Write the fields of the columns to a map file.' },
  yes: {
    type: 'boolean',
    short: 'y',
    help: 'Send without asking. Without a terminal, there are no questions.'
  }
}

/** Reads the options of the command line. Throws a `CommandError` if a value isn't allowed. */
export function readPushOptions({ values }: Input, cwd: string): PushOptions {
  const onExisting = values['on-existing'] ?? 'fail'
  if (!onExistingValues.some((value) => value === onExisting)) {
    throw usageError(`\`--on-existing\` must be fail, skip or update, not \`${String(onExisting)}\`.`)
  }
  const saveMap = textOption(values['save-map'])
  return {
    dryRun: values['dry-run'] === true,
    onExisting: onExisting as OnExisting,
    saveMap: saveMap === undefined ? undefined : resolve(cwd, saveMap),
    yes: values.yes === true
  }
}
