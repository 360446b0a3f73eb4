import { maxImageBytes } from '../../../assets/file-types.ts'
import type { CheckedImage } from '../../../assets/image-codec.ts'
import type { Images } from '../../../assets/images.ts'
import type { AssetStore } from '../../../assets/store.ts'
import type { Sql } from '../../../db/connect.ts'
import { isOutage, isRace } from '../../../db/races.ts'
import type { GuardedFetch } from '../../../fetching/guarded-fetch.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import type { Signals } from '../../../jobs/signals.ts'
import type { Log } from '../../../lib/log.ts'
import {
  claimDownloads,
  type Download,
  deleteDownload,
  type Held,
  renewClaim,
  returnClaim
} from './image-job-queries.ts'
import { JobEnded, settleDownload } from './settle-download.ts'
import { shareImage } from './share-image.ts'

export type FetchDeps = {
  sql: Sql
  signals: Signals
  pace: BackgroundPace
  assets: AssetStore
  images: Images
  log: Log
  fetchImage: GuardedFetch
}

/** Downloads under way at once in this process. No vendor takes all of them, so that slow hosts of one delay no other. */
const bounds = { most: 8, perVendor: 6, perHost: 2 }

/** After how long a failure that may pass is tried again; with the last of them it stays. */
const pausesMs = [1000, 5000]

/** Pause after what is not the host's fault. */
const outageMs = 5000

/** A download that was begun so often ends: its image takes the process down, or fails in a way that nobody foresaw. */
const maxAttempts = 20

/**
 * Fetches the images of bulk uploads (contract 4.3): claims downloads, fetches, checks and stores outside of any
 * transaction, then settles each in one. What a killed process leaves is taken over when its claim runs out.
 */
export function startFetchingImages(deps: FetchDeps): Repeated {
  const stopping = new AbortController()
  const underWay = new Map<Held, Promise<void>>()
  /** Called when a place or a host becomes free. */
  let wake = () => {}

  function start(download: Download): void {
    const held: Held = { vendorId: download.vendorId, host: download.host }
    const onFetched = () => {
      held.host = null
      wake()
    }
    const done = fetchImage(deps, download, { signal: stopping.signal, onFetched })
    underWay.set(
      held,
      done.finally(() => {
        underWay.delete(held)
        wake()
      })
    )
  }

  async function work(): Promise<boolean> {
    const changed = new Promise<void>((resolve) => {
      wake = resolve
    })
    const most = deps.pace.items(bounds.most) - underWay.size
    const held = [...underWay.keys()]
    const claimed = most > 0 ? await claimDownloads(deps.sql, { ...bounds, held, most }) : []
    claimed.forEach(start)
    if (claimed.length === 0) await idle(changed)
    return !stopping.signal.aborted
  }

  /** Until something under way moves on, there may be something new, or it is time to look again. */
  async function idle(changed: Promise<void>): Promise<void> {
    const waking = new AbortController()
    const signal = AbortSignal.any([waking.signal, stopping.signal])
    await Promise.race([deps.signals.wait('imports', 1000, signal), changed])
    waking.abort()
  }

  const repeated = repeat('imports.images', { pauseMs: 1000, log: deps.log, work })
  return {
    async stop() {
      stopping.abort()
      await repeated.stop()
      await Promise.all(underWay.values())
    }
  }
}

type Running = { signal?: AbortSignal; onFetched?: () => void }

/** Fetches one claimed image and settles it. Never rejects: what goes wrong is logged, and tried again. */
export async function fetchImage(deps: FetchDeps, download: Download, running: Running = {}): Promise<void> {
  const { sql } = deps
  const log = deps.log.child({ jobId: download.jobId, host: download.host, attempt: download.attempts })
  const giveBack = (pauseMs: number, counts: boolean) =>
    returnClaim(sql, download.vendorId, { ...download, pauseMs, counts })
  try {
    const outcome = await obtain(deps, download, { ...running, log })
    if (outcome === 'gone') return
    if ('code' in outcome) await deps.pace.run(() => settleFailure(sql, download, outcome.code))
    else if ('pauseMs' in outcome) await giveBack(outcome.pauseMs, !outcome.stopped)
    else await deps.pace.run(() => shareImage(deps, download, outcome))
  } catch (error) {
    if (error instanceof JobEnded) return await dropDownload(deps, download)
    const passes = isPassing(error)
    log.warn({ err: error }, 'an image could not be settled, will be tried again')
    await giveBack(isRace(error) ? 0 : outageMs, !passes).catch((lost) =>
      log.warn({ err: lost }, 'a download could not be given back')
    )
  }
}

/** No job has ended with a download, so this should not be; nothing would take it away. */
async function dropDownload({ sql, log }: FetchDeps, download: Download): Promise<void> {
  log.warn({ jobId: download.jobId }, 'an image was left of a job that has ended')
  await deleteDownload(sql, download.vendorId, download)
}

type Obtained = CheckedImage | { code: string } | { pauseMs: number; stopped: boolean } | 'gone'

/** The checked image, why there is none, or after how long to try again. */
async function obtain(
  { sql, images, fetchImage }: FetchDeps,
  download: Download,
  { log, signal, onFetched }: Running & { log: Log }
): Promise<Obtained> {
  const { vendorId, url, attempts } = download
  if (attempts > maxAttempts) {
    log.error({ attempts }, 'an image was begun too often')
    return { code: 'COULD_NOT_FETCH' }
  }
  const fetched = await fetchImage(url, { maxBytes: maxImageBytes, ...(signal && { signal }) })
  onFetched?.()
  if (!fetched.ok) {
    if (signal?.aborted) return { pauseMs: 0, stopped: true }
    log.info({ code: fetched.code, reason: fetched.reason }, 'an image could not be fetched')
    const pauseMs = fetched.passing ? pausesMs[attempts - 1] : undefined
    return pauseMs === undefined ? { code: fetched.code } : { pauseMs, stopped: false }
  }
  if (!(await renewClaim(sql, vendorId, download))) return 'gone'
  const check = await images.check(fetched.bytes)
  return check.ok ? check : { code: check.code }
}

/** A URL that many items name takes several transactions. */
async function settleFailure(sql: Sql, download: Download, code: string): Promise<void> {
  while ((await settleDownload(sql, download, { code })).state === 'more') {
    if (!(await renewClaim(sql, download.vendorId, download))) return
  }
}

function isPassing(error: unknown): boolean {
  return isRace(error) || isOutage(error) || (error as { code?: unknown }).code === 'UNAVAILABLE'
}
