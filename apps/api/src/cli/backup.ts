import { join, resolve } from 'node:path'
import { backUp } from '../backup/back-up.ts'
import { BackupError, names } from '../backup/layout.ts'
import type { Manifest } from '../backup/manifest.ts'
import { createProgress, formatBytes, plural } from '../backup/progress.ts'
import { type Config, readConfig } from '../config.ts'
import { lowerPriority } from '../jobs/lower-priority.ts'
import { interruptible, parseArguments, runCommand, UsageError } from './run-command.ts'

const help = `Usage: npm run backup -- [--rows <command>] <folder>

Makes a backup in a new or empty folder, while the service runs or not. The backup contains secrets, so only
the user that makes it can read it.

Without DATABASE_URL, the backup contains the embedded database in DATA_DIR, the assets, and the secrets in
DATA_DIR. It is restored as a whole with "npm run restore".

With DATABASE_URL, the backup contains the assets. The rows are copied with the tools of PostgreSQL:

  --rows <command>   a shell command that writes a copy of the rows into the folder $ROWS, such as
                     'pg_dump --format=custom --file="$ROWS/purveyor.dump" "$DATABASE_URL"'.
                     While it runs, the service deletes no files of assets.

Exit codes: 0 for success, 1 for an error, 2 for invalid arguments, 130 if the command was interrupted.
`

function readArguments(args: string[]) {
  const { values, positionals } = parseArguments({
    args,
    allowPositionals: true,
    options: { rows: { type: 'string' }, help: { type: 'boolean', short: 'h' } }
  })
  if (values.help) return undefined
  const [folder, ...rest] = positionals
  if (!folder || rest.length > 0) throw new UsageError('Name one folder for the backup.')
  return { folder: resolve(folder), rows: values.rows }
}

async function run(args: string[]): Promise<string> {
  const options = readArguments(args)
  if (!options) return help
  const config = readConfig(process.env)
  lowerPriority()
  const progress = createProgress(process.stdout)
  progress.line(`Backing up to ${options.folder}.`)
  const start = performance.now()
  const manifest = await interruptible((signal) => backUp(config, { ...options, progress, signal }))
  return summary(manifest, { config, folder: options.folder, ms: performance.now() - start })
}

function summary(
  manifest: Manifest,
  { config, folder, ms }: { config: Config; folder: string; ms: number }
): string {
  const { database, rows, assets, consistentAt, sums } = manifest
  const bytes = (database?.bytes ?? 0) + (rows?.bytes ?? 0) + assets.bytes
  const size = `${formatBytes(bytes)} in ${plural(sums.files, 'file')}`
  const lines = [`The backup is complete: ${size}, ${(ms / 1000).toFixed(1)} s.`]
  if (consistentAt !== null) lines.push(`It contains everything that was committed by ${consistentAt}.`)
  if (config.databaseUrl && !rows)
    lines.push(
      "It contains only the assets. Copy the rows with PostgreSQL's tools, always before the assets, or with --rows."
    )
  if (config.databaseUrl) lines.push('Store JWT_SECRET, SECRETS_KEY and the other settings separately.')
  if (rows) lines.push(`The rows are in ${join(folder, names.rows)}.`)
  lines.push(`Verify it: npm run restore -- --verify ${/^[\w./-]+$/.test(folder) ? folder : `'${folder}'`}`)
  return `${lines.join('\n')}\n`
}

await runCommand([BackupError], run)
