import { connect } from '../../apps/api/src/db/connect.ts'
import { migrate } from '../../apps/api/src/db/migrate/migrate.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { imageHost } from '../../apps/api/test/image-host.ts'
import { startS3 } from '../../apps/api/test/s3.ts'
import { openCatalog } from '../catalog.ts'
import { insertCategories, insertVendors } from '../fill-queries.ts'
import { openTarget } from '../http.ts'
import { timeOnce } from '../pace.ts'
import { photo } from '../photo.ts'
import { createDatabase } from '../queries.ts'
import type { RateCase, Scenario } from '../scenario.ts'
import { startService } from '../service-process.ts'
import { type BenchSetup, signInTo } from '../setup.ts'
import { awaitJob, jsonBody, requireCreated, sendUpload } from '../upload.ts'

export const scenario: Scenario = {
  floor:
    'none: uploads of products that each have one image of 200 KB, which the service downloads from the client',
  async prepare(setup: BenchSetup) {
    const photos = await Promise.all(Array.from({ length: 5 }, () => photo(200_000)))
    let sent = 0
    const host = await imageHost((_, response) => {
      response.setHeader('content-type', 'image/jpeg').end(photos[sent++ % photos.length])
    })
    setup.defer(() => host.close())
    const bucket = await startS3()
    setup.defer(() => bucket.stop())
    const settings = {
      ASSET_STORE: `s3://${bucket.bucket}`,
      S3_ENDPOINT: bucket.endpoint,
      S3_ACCESS_KEY_ID: bucket.key.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.key.secretAccessKey
    }
    return [
      await intoStore(setup, { name: 'folder', origin: host.origin, settings: {} }),
      await intoStore(setup, { name: 'bucket', origin: host.origin, settings })
    ]
  }
}

type Store = { name: string; origin: string; settings: Record<string, string> }

/** Each store has a database and a node of its own, because a database belongs to one store. */
async function intoStore(setup: BenchSetup, { name, origin, settings }: Store): Promise<RateCase> {
  const { options, databaseUrl, secret, folder, defer } = setup
  const database = `images_${name}`
  await createDatabase(setup.sql, database)
  const url = Object.assign(new URL(databaseUrl), { pathname: `/${database}` }).href
  const sql = connect(url, { max: 3 })
  defer(() => sql.end({ timeout: 5 }))
  await migrate(sql)
  const [vendorId = ''] = await insertVendors(sql, { prefix: 'images', count: 1 })
  const catalog = await openCatalog(await insertCategories(sql))
  const node = await startService(folder, {
    ...{ databaseUrl: url, secret, defer, name: database },
    settings: { IMAGE_FETCH_ALLOW: '127.0.0.1', ...settings }
  })
  const target = openTarget(node.url)
  defer(() => target.pool.close())
  const headers = await signInTo(sql, { secret, vendorId })
  const count = options.imageItems
  return {
    ...{
      kind: 'rate',
      size: `${count} items with an image, into a ${name}`,
      unit: 'images',
      processes: [node.pid]
    },
    service() {
      const mark = newId().slice(-12)
      const items = Array.from({ length: count }, (_, index) => ({
        ...catalog.item(index, mark),
        images: `${origin}/${mark}/${index}.jpg`
      }))
      return timeOnce(count, async () => {
        const job = await awaitJob(target, headers, await sendUpload(target, headers, jsonBody(items)))
        requireCreated(job, count)
        if (job.images_fetched !== count)
          throw new Error(`${job.images_fetched} of ${count} images were fetched`)
      })
    },
    notes: async () => ['the client and the S3 server share the machine with the service']
  }
}
