// Backs up and restores an external database, with assets in a folder and in a bucket, in about 30 seconds.
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { s3Location } from '../src/assets/s3/s3-location.ts'
import type { AssetLocation } from '../src/assets/store.ts'
import type { AssetBucket } from '../src/config.ts'
import { connect, type Sql } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate/migrate.ts'
import { claimAssetStore } from '../src/installation/claim-asset-store.ts'
import { newId } from '../src/lib/ids.ts'
import { lockRemovals } from '../src/modules/media/queries.ts'
import { runCli } from './backups.ts'
import { type Cluster, createCluster } from './clusters.ts'
import { newPrefix, type S3Server, startS3 } from './s3.ts'

let folder: string
let s3: S3Server
let cluster: Cluster
let bucket: AssetBucket
let location: AssetLocation
const paths: string[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purveyor-backup-'))
  s3 = await startS3()
  cluster = await createCluster()
  bucket = newPrefix(s3)
  location = s3Location(bucket, s3.key)
  await withSql(cluster.url, async (sql) => {
    await migrate(sql)
    await claim(sql, location)
    for (const text of ['first', 'second', 'third']) {
      const path = await location.store.put('documents', 'pdf', Buffer.from(text))
      await sql`insert into categories (name, slug, image) values (${text}, ${newId()}, ${path})`
      paths.push(path)
    }
  })
})
after(async () => {
  await cluster.remove()
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, { max: 4 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const claim = (sql: Sql, one: AssetLocation) =>
  claimAssetStore(sql, { location: one, isEmbedded: false, log: () => {} })

/** The settings of a node with this database and this location of assets. */
const node = (url: string, { endpoint, bucket: name, prefix }: AssetBucket) => ({
  DATABASE_URL: url,
  JWT_SECRET: 'x'.repeat(32),
  DATA_DIR: join(folder, 'data'),
  ASSET_STORE: `s3://${name}/${prefix.slice(0, -1)}`,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: s3.key.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.key.secretAccessKey
})

/** Copies a cluster while its server is stopped, as `pg_basebackup` would while it runs. */
async function copyCold(from: Cluster, work: (data: string) => Promise<void>): Promise<void> {
  await from.stop()
  await work(from.location.cluster)
  await from.start()
}

async function assertStored(one: AssetLocation): Promise<void> {
  const texts = []
  for (const path of paths) {
    const stream = await one.store.read(path)
    assert.ok(stream, path)
    texts.push((await buffer(stream)).toString())
  }
  assert.deepEqual(texts, ['first', 'second', 'third'])
}

describe('with a database at DATABASE_URL and assets in a bucket', () => {
  const backup = () => join(folder, 'backup')
  const rows = () => join(folder, 'rows')

  test('the rows are copied with other tools, and then the assets', async () => {
    await copyCold(cluster, (data) => cp(data, rows(), { recursive: true, preserveTimestamps: true }))
    const { code, output } = await runCli('backup', [backup()], node(cluster.url, bucket))
    assert.equal(code, 0, output)
    assert.match(output, /It contains only the assets\. Copy the rows with PostgreSQL's tools/)
    const manifest = JSON.parse(await readFile(join(backup(), 'manifest.json'), 'utf8'))
    assert.deepEqual([manifest.database, manifest.assets.files, manifest.secrets], [null, 3, []])
    const verified = await runCli('restore', ['--verify', backup()], {})
    assert.match(verified.output, /All files have the recorded checksums\. The rows are not checked/)
  })

  test('both are restored to other servers, on which a node starts', async () => {
    const other = await createCluster()
    try {
      await copyCold(other, async (data) => {
        await rm(data, { recursive: true })
        await cp(rows(), data, { recursive: true, preserveTimestamps: true })
        await other.own()
      })
      const url = new URL(other.url)
      url.password = new URL(cluster.url).password
      const target = newPrefix(s3)
      const { code, output } = await runCli('restore', [backup()], node(url.href, target))
      assert.equal(code, 0, output)
      assert.match(output, /All files that rows refer to are there \(3 references\)\./)
      const restored = s3Location(target, s3.key)
      await assertStored(restored)
      await withSql(url.href, (sql) => claim(sql, restored))
    } finally {
      await other.remove()
    }
  })

  test('files that are lost from the bucket are restored, and the others stay', async () => {
    await location.store.remove(paths[1] ?? '')
    const { code, output } = await runCli('restore', [backup()], node(cluster.url, bucket))
    assert.equal(code, 0, output)
    assert.match(output, /\n {2}assets +6 bytes in 1 file /)
    await assertStored(location)
  })

  test('a bucket with files of another installation is refused', async () => {
    const other = newPrefix(s3)
    await s3Location(other, s3.key).store.put('images', 'png', Buffer.from('x'))
    const { code, output } = await runCli('restore', [backup()], node(cluster.url, other))
    assert.equal(code, 1)
    assert.match(output, /The asset store s3:.* contains other files\. Restore into an empty one/)
  })

  test('without DATABASE_URL, the backup is not restored', async () => {
    const { code, output } = await runCli('restore', [backup()], { DATA_DIR: join(folder, 'empty') })
    assert.equal(code, 1)
    assert.match(output, /The rows must be restored with the tools of PostgreSQL first\./)
    assert.equal(await stat(join(folder, 'empty')).catch(() => undefined), undefined)
  })

  test('a backup of another bucket than that of the database is refused', async () => {
    const { code, output } = await runCli('backup', [join(folder, 'no')], node(cluster.url, newPrefix(s3)))
    assert.equal(code, 1)
    assert.match(output, /The asset store s3:.* is not the one that this database uses: set ASSET_STORE to/)
  })

  test('the output of --rows is part of the backup, and a second backup has to wait', async () => {
    const target = join(folder, 'with-rows')
    const command = `echo "$DATABASE_URL" > "$ROWS/rows.sql"`
    const { code, output } = await runCli('backup', ['--rows', command, target], node(cluster.url, bucket))
    assert.equal(code, 0, output)
    assert.equal(await readFile(join(target, 'rows/rows.sql'), 'utf8'), `${cluster.url}\n`)
    assert.match(await readFile(join(target, 'SHA256SUMS'), 'utf8'), / {2}rows\/rows\.sql$/m)
    await withSql(cluster.url, async (sql) => {
      const session = await sql.reserve()
      await lockRemovals(session)
      const second = await runCli('backup', [join(folder, 'second')], node(cluster.url, bucket))
      session.release()
      assert.match(second.output, /Another backup of this database is running\. Wait until it has ended\.\n$/)
    })
  })

  test('a command of --rows that fails leaves no backup behind', async () => {
    for (const [command, message] of [
      ['exit 3', /The command of --rows failed \(3\)\./],
      ['true', /The command of --rows has written no file into the folder \$ROWS\./]
    ] as const) {
      const target = join(folder, 'failed')
      const { code, output } = await runCli('backup', ['--rows', command, target], node(cluster.url, bucket))
      assert.equal(code, 1, output)
      assert.match(output, message)
      assert.equal(await stat(join(target, 'INCOMPLETE')).catch(() => undefined), undefined)
    }
  })
})
