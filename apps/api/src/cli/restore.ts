import { resolve } from 'node:path'
import { BackupError } from '../backup/layout.ts'
import { createProgress, plural } from '../backup/progress.ts'
import { type Restored, restore } from '../backup/restore.ts'
import { type Verified, verify } from '../backup/verify.ts'
import { type Config, readConfig } from '../config.ts'
import { interruptible, parseArguments, runCommand, UsageError } from './run-command.ts'

const help = `Usage: npm run restore -- [--verify] <folder>

Restores the backup in a folder. First compares the checksums of all its files.

Without DATABASE_URL, restores the embedded database, the assets and the secrets into DATA_DIR, which must be
empty. With DATABASE_URL, restores the assets; restore the rows with the tools of PostgreSQL before.

  --verify   don't restore, but verify the backup: compare the checksums, restore the embedded database into a
             temporary folder (in TMPDIR), read all tables, check all indexes, and check that every file that
             the rows refer to is in the backup

Exit codes: 0 for success, 1 for an error, 2 for invalid arguments, 130 if the command was interrupted.
`

function readArguments(args: string[]) {
  const { values, positionals } = parseArguments({
    args,
    allowPositionals: true,
    options: { verify: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }
  })
  if (values.help) return undefined
  const [folder, ...rest] = positionals
  if (!folder || rest.length > 0) throw new UsageError('Name the folder of one backup.')
  return { folder: resolve(folder), isVerify: values.verify === true }
}

async function run(args: string[]): Promise<string> {
  const options = readArguments(args)
  if (!options) return help
  const { folder, isVerify } = options
  const config = readConfig(process.env)
  const progress = createProgress(process.stdout)
  const start = performance.now()
  progress.line(`${isVerify ? 'Verifying' : 'Restoring'} the backup in ${folder}.`)
  const lines = await interruptible(async (signal) =>
    isVerify
      ? verifiedSummary(await verify({ folder, progress, signal }))
      : restoredSummary(await restore(config, { folder, progress, signal }), config)
  )
  return `${lines.join('\n')}\nIt took ${((performance.now() - start) / 1000).toFixed(1)} s.\n`
}

function restoredSummary({ manifest, references }: Restored, config: Config): string[] {
  if (manifest.database)
    return [
      `Restored to ${config.dataDir}, as of ${manifest.consistentAt}. Start the service with "npm start".`
    ]
  if (references === undefined)
    return ['Restored the assets. The database has no tables yet, so they were not compared with its rows.']
  return [`Restored the assets. All files that rows refer to are there (${plural(references, 'reference')}).`]
}

function verifiedSummary({ manifest, database }: Verified): string[] {
  const { version, schemaVersion, consistentAt } = manifest
  if (!database)
    return [
      'All files have the recorded checksums. The rows are not checked: they are not of the embedded database.'
    ]
  const { tables, rows, indexes, references } = database
  return [
    `The backup is good: ${plural(tables, 'table')} with ${plural(rows, 'row')} and ${plural(indexes, 'index')} ` +
      `were read, and all files that rows refer to are there (${plural(references, 'reference')}).`,
    `It was made by version ${version} with the schema ${schemaVersion}, as of ${consistentAt}.`
  ]
}

await runCommand([BackupError], run)
