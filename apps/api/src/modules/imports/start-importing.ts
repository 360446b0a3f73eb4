import type { Images } from '../../assets/images.ts'
import type { AssetStore } from '../../assets/store.ts'
import type { Sql } from '../../db/connect.ts'
import { createGuardedFetch } from '../../fetching/guarded-fetch.ts'
import type { BackgroundPace } from '../../jobs/background-pace.ts'
import type { Repeated } from '../../jobs/repeat.ts'
import type { Signals } from '../../jobs/signals.ts'
import type { Log } from '../../lib/log.ts'
import { startFetchingImages } from './images/fetch-images.ts'
import { startLane } from './work/work-on-imports.ts'

/** What importing needs of the worker that does it. */
type ImportDeps = {
  sql: Sql
  signals: Signals
  pace: BackgroundPace
  assets: AssetStore
  images: Images
  log: Log
  /** Hosts and networks that images may be fetched from although they are not public. */
  imageFetchAllow: readonly string[]
}

/** The import work of one worker process: lanes for chunks, and for images. Any number of processes may run it. */
export function startImporting(deps: ImportDeps): Repeated[] {
  return [
    startLane('imports.first-lane', deps),
    startLane('imports.second-lane', deps),
    startFetchingImages({ ...deps, fetchImage: createGuardedFetch({ allow: deps.imageFetchAllow }) })
  ]
}
