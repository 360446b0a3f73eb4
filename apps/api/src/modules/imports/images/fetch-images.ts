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
import { readTrace, runInTrace, traceFields } from '../../../lib/trace.ts'
import { importDownloads } from '../../../metrics/jobs.ts'
import {
  claimDownloads,
  type Download,
  deleteDownload,
  type RunningDownload,
  releaseDownload,
  renewClaim
} from './image-job-queries.ts'
import { type ImageFailure, JobEnded, settleDownload } from './settle-download.ts'
import { shareImage } from './share-image.ts'

/** The dependencies of the worker that fetches images. */
export type FetchDeps = {
  sql: Sql
  signals: Signals
  pace: BackgroundPace
  assets: AssetStore
  images: Images
  log: Log
  fetchImage: GuardedFetch
}

/**
 * The maximum numbers of concurrent downloads of this process. `perVendor` is less than `total`, so that slow
 * hosts of one vendor can't delay the downloads of other vendors.
 */
const limits = { total: 8, perVendor: 6, perHost: 2 }

/**
 * The pauses before the first and the second retry after a transient failure. If the second retry fails too,
 * the image fails.
 */
const pausesMs = [1000, 5000]

/** The pause after a failure of the service itself, such as an outage of the database. */
const outageMs = 5000

/**
 * The maximum number of attempts to fetch and store one image. If all of them end without a result, the image
 * fails. Failed downloads reach the limit of `pausesMs` first, so this limit matters only if attempts crash
 * the process or fail in an unexpected way.
 */
const maxAttempts = 20

/**
 * Starts a worker that fetches the images of bulk uploads (contract 4.4). The worker claims downloads. It
 * fetches, checks and stores each image outside of a transaction, and then records the result in a
 * transaction. If the process is killed, its claims expire and other processes take over its downloads.
 */
export function startFetchingImages(deps: FetchDeps): Repeated {
  const stopping = new AbortController()
  const running = new Map<RunningDownload, Promise<void>>()
  /** Called when a download ends or a host becomes free. */
  let wake = () => {}

  function start(download: Download): void {
    const entry: RunningDownload = { vendorId: download.vendorId, host: download.host }
    const onFetched = () => {
      entry.host = null
      wake()
    }
    const done = runInTrace(readTrace(download.traceparent), () =>
      fetchImage(deps, download, { signal: stopping.signal, onFetched })
    )
    running.set(
      entry,
      done.finally(() => {
        running.delete(entry)
        wake()
      })
    )
  }

  async function work(): Promise<boolean> {
    const changed = new Promise<void>((resolve) => {
      wake = resolve
    })
    const limit = deps.pace.items(limits.total) - running.size
    const claim = { ...limits, running: [...running.keys()], limit }
    const claimed = limit > 0 ? await claimDownloads(deps.sql, claim) : []
    claimed.forEach(start)
    if (claimed.length === 0) await idle(changed)
    return !stopping.signal.aborted
  }

  /**
   * Waits until a running download ends, its host becomes free, a signal arrives, or 1 s (the polling
   * interval) has passed.
   */
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
      await Promise.all(running.values())
    }
  }
}

type FetchOptions = { signal?: AbortSignal; onFetched?: () => void }

/**
 * Fetches one claimed image and records its result. Never rejects: errors are logged, and the download is
 * retried.
 */
export async function fetchImage(
  deps: FetchDeps,
  download: Download,
  options: FetchOptions = {}
): Promise<void> {
  const { sql } = deps
  const { jobId, host, attempts: attempt, traceparent } = download
  const log = deps.log.child({ jobId, host, attempt, ...traceFields(readTrace(traceparent)) })
  const release = (pauseMs: number, isCounted: boolean) =>
    releaseDownload(sql, download.vendorId, { ...download, pauseMs, isCounted })
  try {
    const outcome = await fetchAndCheck(deps, download, { ...options, log })
    countAttempt(outcome)
    if (outcome === 'gone') return
    if ('code' in outcome) await deps.pace.run(() => settleFailure(deps, download, outcome))
    else if ('pauseMs' in outcome) await release(outcome.pauseMs, !outcome.isStopped)
    else await deps.pace.run(() => shareImage(deps, download, outcome))
  } catch (error) {
    if (error instanceof JobEnded) return await dropDownload(deps, download)
    log.warn({ err: error }, 'image could not be added to its products, will retry')
    await release(isRace(error) ? 0 : outageMs, !isTransient(error)).catch((releaseError) =>
      log.warn({ err: releaseError }, 'could not release the claim on an image download')
    )
  }
}

function countAttempt(outcome: FetchOutcome): void {
  if (outcome === 'gone' || ('isStopped' in outcome && outcome.isStopped)) return
  const result = 'code' in outcome ? 'failed' : 'pauseMs' in outcome ? 'retried' : 'fetched'
  importDownloads.inc({ result })
}

/**
 * Deletes a download whose job has ended. This case isn't expected, because ending a job deletes its
 * downloads.
 */
async function dropDownload({ sql, log }: FetchDeps, download: Download): Promise<void> {
  log.warn({ jobId: download.jobId }, 'found an image download of an import job that has ended')
  await deleteDownload(sql, download.vendorId, download)
}

type FetchOutcome = CheckedImage | ImageFailure | { pauseMs: number; isStopped: boolean } | 'gone'

/**
 * Fetches and checks the image of a download. Returns the checked image, the error code of a final failure,
 * the pause to make before the next attempt, or `gone` if the claim is lost.
 */
async function fetchAndCheck(
  { sql, images, fetchImage }: FetchDeps,
  download: Download,
  { log, signal, onFetched }: FetchOptions & { log: Log }
): Promise<FetchOutcome> {
  const { vendorId, url, attempts } = download
  if (attempts > maxAttempts) {
    log.error({ attempts }, 'image failed after too many attempts')
    return { code: 'COULD_NOT_FETCH' }
  }
  const fetched = await fetchImage(url, { maxBytes: maxImageBytes, ...(signal && { signal }) })
  onFetched?.()
  if (!fetched.ok) {
    if (signal?.aborted) return { pauseMs: 0, isStopped: true }
    log.info({ code: fetched.code, reason: fetched.reason }, 'image could not be fetched')
    const pauseMs = fetched.retryable ? pausesMs[attempts - 1] : undefined
    if (pauseMs !== undefined) return { pauseMs, isStopped: false }
    return { code: fetched.code, ...('cause' in fetched && { reason: fetched.cause }) }
  }
  if (!(await renewClaim(sql, vendorId, download))) return 'gone'
  const check = await images.check(fetched.bytes)
  return check.ok ? check : { code: check.code }
}

/**
 * Sets the error of all images that wait for a failed download. Uses several transactions if many items
 * share the URL.
 */
async function settleFailure(deps: FetchDeps, download: Download, failure: ImageFailure): Promise<void> {
  while ((await settleDownload(deps, download, failure)).state === 'more') {
    if (!(await renewClaim(deps.sql, download.vendorId, download))) return
  }
}

function isTransient(error: unknown): boolean {
  return isRace(error) || isOutage(error) || (error as { code?: unknown }).code === 'UNAVAILABLE'
}
