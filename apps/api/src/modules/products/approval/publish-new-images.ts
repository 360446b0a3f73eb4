import type { AssetStore } from '../../../assets/store.ts'
import type { Tx } from '../../../db/connect.ts'
import type { Log } from '../../../lib/log.ts'
import type { StagedImage } from '../write/fields.ts'
import type { LockedProduct } from '../write/stored-queries.ts'
import type { PublishedImages } from './decision.ts'
import { listNewFiles } from './rule-queries.ts'

/** `log` receives a warning for each image that can't be published. */
export type PublishingDeps = { assets: AssetStore; log?: Log }

/** The number of files that are published concurrently. */
const workers = 8

/** Returns the new images among the staged images of a product. */
export function newImages({ stagedImages }: LockedProduct): StagedImage[] {
  return (stagedImages ?? []).filter(({ isNew }) => isNew)
}

/**
 * Publishes the files of the new images of locked revisions. If the transaction is rolled back, the asset sweeper
 * deletes the published files. Returns the public storage path or the error for each image.
 */
export async function publishNewImages(
  tx: Tx,
  { assets, log }: PublishingDeps,
  products: LockedProduct[]
): Promise<PublishedImages> {
  const ids = products.filter((product) => newImages(product).length > 0).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const published = await publishFiles(assets, await listNewFiles(tx, ids))
  for (const result of new Set(published.values())) {
    if (result instanceof Error) log?.warn({ err: result }, 'an approval rule could not publish an image')
  }
  return published
}

/**
 * Publishes the private files of images. Images that share a file also share the published file. Errors are returned
 * and not thrown.
 */
export async function publishFiles(
  assets: AssetStore,
  files: { id: string; path: string }[]
): Promise<PublishedImages> {
  const results = new Map<string, string | Error>()
  const remaining = new Set(files.map(({ path }) => path)).values()
  const publishNext = async () => {
    for (const path of remaining) {
      results.set(path, await assets.publish(path).catch((error: Error) => error))
    }
  }
  await Promise.all(Array.from({ length: workers }, publishNext))
  return new Map(files.map(({ id, path }) => [id, results.get(path) ?? new Error('not published')]))
}
