import type { CheckedImage } from '../../../assets/image-codec.ts'
import type { Images } from '../../../assets/images.ts'
import type { AssetStore } from '../../../assets/store.ts'
import type { Sql } from '../../../db/connect.ts'
import { unavailable } from '../../../http/problem.ts'
import { isLive } from '../../products/write/fields.ts'
import { type Download, listWaitingStates, renewClaim } from './image-job-queries.ts'
import { JobEnded, OtherFileNeeded, type StoredImage, settleDownload } from './settle-download.ts'

type Stores = { sql: Sql; assets: AssetStore; images: Images }

/** Each means that a product was approved at the same moment. */
const attempts = 5

/**
 * Stores a fetched image and gives it to the products that wait for it. One file serves them all: approving a private
 * one publishes a copy, and a file is swept only when no row names it. Files that no row came to name are removed.
 */
export async function shareImage(deps: Stores, download: Download, image: CheckedImage): Promise<void> {
  const { sql, assets } = deps
  const stored: StoredImage = {}
  const used = new Set<string>()
  // Nobody knows whether a transaction that failed at its end was committed: then its files are left to the sweeper.
  let isKnown = true
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      await storeAsNeeded(deps, download, { image, stored })
      try {
        isKnown = false
        await settleAll(sql, download, { stored, used })
        isKnown = true
        return
      } catch (error) {
        isKnown = error instanceof OtherFileNeeded || error instanceof JobEnded
        if (!(error instanceof OtherFileNeeded)) throw error
      }
    }
    throw unavailable('The products keep changing their states.')
  } finally {
    const unused = [stored.path, stored.pending?.path].filter((path) => path !== undefined && !used.has(path))
    if (isKnown) await Promise.allSettled(unused.map((path) => assets.remove(path ?? '')))
  }
}

/** Stores the kinds of files that the waiting products need in their states and that are not stored yet. */
async function storeAsNeeded(
  { sql, assets, images }: Stores,
  download: Download,
  { image, stored }: { image: CheckedImage; stored: StoredImage }
): Promise<void> {
  const states = await listWaitingStates(sql, download.vendorId, download)
  const { extension, bytes } = image
  if (!stored.path && states.some((state) => !isLive(state))) {
    stored.path = await assets.put('images', extension, bytes)
  }
  if (!stored.pending && states.some(isLive)) {
    const { bytes: small, contentType } = await images.preview(image)
    const preview = `data:${contentType};base64,${Buffer.from(small).toString('base64')}`
    stored.pending = { path: await assets.put('pending', extension, bytes), preview }
  }
}

async function settleAll(
  sql: Sql,
  download: Download,
  { stored, used }: { stored: StoredImage; used: Set<string> }
): Promise<void> {
  while (true) {
    const settling = await settleDownload(sql, download, stored)
    for (const path of settling.used) used.add(path)
    if (settling.state !== 'more' || !(await renewClaim(sql, download.vendorId, download))) return
  }
}
