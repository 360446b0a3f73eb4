import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics } from '@prometheus-io/client'
import { gauge, registry } from './registry.ts'

/** The metrics of the library that are published. The others are removed. */
const published = [
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'nodejs_gc_duration_seconds'
]

/** A timer with this interval measures the delay of the event loop. */
const resolutionMs = 20
/** Practically never. The library measures these metrics periodically, but they are removed. */
const neverMs = 2 ** 31 - 1

let isStarted = false

/** What the metrics say about the process itself. */
export type ProcessDescription = {
  role: string
  version: string
  commit: string | null
  schemaVersion: number
  dataDir: string
}

/** Starts measuring the process: memory, processor time, event loop and disk. Further calls do nothing. */
export function startProcessMetrics({ dataDir, role, version, ...build }: ProcessDescription): void {
  if (isStarted) return
  isStarted = true
  const before = new Set(namesOf())
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: neverMs,
    eventLoopUtilizationTimeout: neverMs
  })
  for (const name of namesOf())
    if (!before.has(name) && !published.includes(name)) registry.removeSingleMetric(name)
  gauge('purveyor_build_info', {
    help: 'Always 1. The labels say which release the process runs, and in which role.',
    labels: ['version', 'commit', 'schema_version', 'role']
  }).set({ version, role, commit: build.commit ?? '', schema_version: String(build.schemaVersion) }, 1)
  measureEventLoop()
  measureDisk(dataDir)
}

function namesOf(): string[] {
  return registry.getMetricsAsArray().map(({ name }) => name)
}

function measureEventLoop(): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  gauge('purveyor_event_loop_delay_seconds', {
    help: 'How late timers fired since the last scrape, as quantiles. The quantile 1 is the maximum.',
    labels: ['quantile'],
    collect(self) {
      // The histogram contains the intervals between two runs of its timer.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3)
      self.set({ quantile: '0.5' }, late(delay.percentile(50)))
      self.set({ quantile: '0.99' }, late(delay.percentile(99)))
      self.set({ quantile: '1' }, late(delay.max))
      delay.reset()
    }
  })
}

function measureDisk(dataDir: string): void {
  // A disk that isn't available counts as full. It must not prevent the scrape.
  const read = () => statfs(dataDir).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }))
  gauge('purveyor_disk_free_bytes', {
    help: 'Space on the disk of DATA_DIR that the process can use.',
    async collect(self) {
      const { bavail, bsize } = await read()
      self.set(bavail * bsize)
    }
  })
  gauge('purveyor_disk_size_bytes', {
    help: 'Size of the disk of DATA_DIR.',
    async collect(self) {
      const { blocks, bsize } = await read()
      self.set(blocks * bsize)
    }
  })
}
