import type { CheckedImage } from '../../../assets/image-codec.ts'
import type { Images } from '../../../assets/images.ts'
import type { Sql } from '../../../db/connect.ts'
import { unavailable } from '../../../errors.ts'
import type { RuleDeps } from '../../products/approval/apply-rules.ts'
import { isLive } from '../../products/write/fields.ts'
import { type Download, listWaitingStatuses, renewClaim } from './image-job-queries.ts'
import { JobEnded, OtherFileNeeded, type StoredImage, settleDownload } from './settle-download.ts'

type Stores = { sql: Sql; images: Images } & RuleDeps

/**
 * The maximum number of attempts to add an image to its products. An attempt fails if the status of one of
 * these products changes at the same time.
 */
const maxAttempts = 5

/**
 * Stores a fetched image, adds it to the products that wait for it, and removes the stored files that no
 * product uses. The products share one file. A change to one product can't remove the image of another:
 * approving a private image publishes a copy, and a file is deleted only if no row refers to it.
 */
export async function shareImage(deps: Stores, download: Download, image: CheckedImage): Promise<void> {
  const { assets } = deps
  const stored: StoredImage = {}
  const used = new Set<string>()
  // If a commit fails, the transaction may have been committed nevertheless. The files then remain, and the
  // asset sweeper deletes those that no row refers to.
  let isOutcomeKnown = true
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      await storeAsNeeded(deps, download, { image, stored })
      try {
        isOutcomeKnown = false
        await settleAll(deps, download, { stored, used })
        isOutcomeKnown = true
        return
      } catch (error) {
        isOutcomeKnown = error instanceof OtherFileNeeded || error instanceof JobEnded
        if (!(error instanceof OtherFileNeeded)) throw error
      }
    }
    throw unavailable('The status of the products changed several times while their image was being added.')
  } finally {
    const unused = [stored.path, stored.pending?.path].filter((path) => path !== undefined && !used.has(path))
    if (isOutcomeKnown) await Promise.allSettled(unused.map((path) => assets.remove(path ?? '')))
  }
}

/**
 * Stores a public file, a private file or both, as the statuses of the waiting products require. Adds them to
 * `stored`, and skips files that `stored` already contains.
 */
async function storeAsNeeded(
  { sql, assets, images }: Stores,
  download: Download,
  { image, stored }: { image: CheckedImage; stored: StoredImage }
): Promise<void> {
  const statuses = await listWaitingStatuses(sql, download.vendorId, download)
  const { extension, bytes } = image
  if (!stored.path && statuses.some((status) => !isLive(status))) {
    stored.path = await assets.put('images', extension, bytes)
  }
  if (!stored.pending && statuses.some(isLive)) {
    const { bytes: small, contentType } = await images.preview(image)
    const preview = `data:${contentType};base64,${Buffer.from(small).toString('base64')}`
    stored.pending = { path: await assets.put('pending', extension, bytes), preview }
  }
}

/**
 * Adds the stored image to all products that wait for it, in as many transactions as needed. Adds to `used`
 * the paths of the files that products now refer to. Stops if the claim is lost.
 */
async function settleAll(
  deps: Stores,
  download: Download,
  { stored, used }: { stored: StoredImage; used: Set<string> }
): Promise<void> {
  while (true) {
    const result = await settleDownload(deps, download, stored)
    for (const path of result.used) used.add(path)
    if (result.state !== 'more' || !(await renewClaim(deps.sql, download.vendorId, download))) return
  }
}
