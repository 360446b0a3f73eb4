import type { AssetStore } from '../../../assets/store.ts'
import type { Handle } from '../../../db/connect.ts'
import type { Log } from '../../../lib/log.ts'
import type { StagedImage } from '../write/fields.ts'
import type { LockedProduct } from '../write/stored-queries.ts'
import { listNewFiles } from './decision-queries.ts'

/** The results of publishing new images, by image id: the public storage path, or the error that occurred. */
export type PublishedImages = ReadonlyMap<string, string | Error>

/** `log` receives a warning for each image that can't be published. */
export type PublishingDeps = { assets: AssetStore; log?: Log }

/** The number of files that are published concurrently. */
const workers = 8

/** Returns the new images among the staged images of a product. */
export function newImages({ stagedImages }: LockedProduct): StagedImage[] {
  return (stagedImages ?? []).filter(({ isNew }) => isNew)
}

/**
 * Publishes the files of the new images of revisions. If they are not approved after all, the asset sweeper deletes the
 * published files. Returns the result for each image. Errors are returned and not thrown, because a decision may be
 * refused for another reason first. A revision whose version has changed is left out.
 */
export async function publishNewImages(
  sql: Handle,
  { assets, log }: PublishingDeps,
  revisions: { id: string; version: number }[]
): Promise<PublishedImages> {
  if (revisions.length === 0) return new Map()
  const keys = revisions.map(({ id, version }) => ({ id, version }))
  const published = await publishFiles(assets, await listNewFiles(sql, keys))
  for (const result of new Set(published.values())) {
    if (result instanceof Error) log?.warn({ err: result }, 'an approval rule could not publish an image')
  }
  return published
}

/** Publishes the private files of images. Images that share a file also share the published file. */
async function publishFiles(
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
