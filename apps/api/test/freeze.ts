// Writes apps/api/test/dumps/<version>.sql.gz: the demo marketplace with the schema of this release, with which later
// releases test their migrations. Run by `npm run freeze`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sequenceCatalogChanges } from '../src/catalog-changes.ts'
import { connect } from '../src/db/connect.ts'
import { sequenceEvents } from '../src/events.ts'
import { release } from '../src/lib/release.ts'
import { createDemoDatabase } from './demo.ts'
import { saveDump, writeDump } from './dumps.ts'

const help = `Usage: npm run freeze
       npm run freeze -- --replace

Writes a dump of the demo marketplace with the schema of this release, for the tests of later migrations. A
dump of a published release must not be replaced. Before that, --replace replaces it after an edit of a migration.
`

async function freeze(replace: boolean): Promise<string> {
  const pictures = await mkdtemp(join(tmpdir(), 'purveyor-freeze-'))
  const database = await createDemoDatabase(pictures)
  const sql = connect(database.url, { max: 2 })
  try {
    await sql.unsafe(await readFile(join(import.meta.dirname, 'dump-rows.sql'), 'utf8'))
    // Some events and changes have no number yet, as in a service that is running.
    await sql.begin((tx) => sequenceEvents(tx, 400))
    await sql.begin((tx) => sequenceCatalogChanges(tx, 60))
    const { path, size } = await saveDump(release.version, { text: await writeDump(sql), replace })
    return `Wrote ${path} (${Math.ceil(size / 1024)} KB).\n`
  } finally {
    await sql.end({ timeout: 5 })
    await database.drop()
    await rm(pictures, { recursive: true })
  }
}

const args = process.argv.slice(2)
if (args.some((arg) => arg !== '--replace')) {
  process.stderr.write(help)
  process.exitCode = 2
} else {
  try {
    process.stdout.write(await freeze(args.length > 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    process.stderr.write(`There is a dump of release ${release.version}. To replace it, add --replace.\n`)
    process.exitCode = 1
  }
}
