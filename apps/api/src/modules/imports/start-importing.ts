import type { Images } from '../../assets/images.ts'
import type { AssetStore } from '../../assets/store.ts'
import type { Sql } from '../../db/connect.ts'
import { createGuardedFetch } from '../../fetching/guarded-fetch.ts'
import type { BackgroundPace } from '../../jobs/background-pace.ts'
import type { Repeated } from '../../jobs/repeat.ts'
import type { Signals } from '../../jobs/signals.ts'
import type { Log } from '../../lib/log.ts'
import { startEvaluating } from './evaluate/evaluate-products.ts'
import { startFetchingImages } from './images/fetch-images.ts'
import { startImportWorker } from './work/work-on-imports.ts'

/** The dependencies of the import workers. */
type ImportDeps = {
  sql: Sql
  signals: Signals
  pace: BackgroundPace
  assets: AssetStore
  images: Images
  log: Log
  /** Hosts and networks that images may be fetched from although their addresses aren't public. */
  imageFetchAllow: readonly string[]
}

/** Starts two workers for chunks, one for images and one that evaluates approval rules. Any number of processes can run them. */
export function startImporting(deps: ImportDeps): Repeated[] {
  return [
    startImportWorker('imports.first-worker', deps),
    startImportWorker('imports.second-worker', deps),
    startFetchingImages({ ...deps, fetchImage: createGuardedFetch({ allow: deps.imageFetchAllow }) }),
    startEvaluating(deps)
  ]
}
