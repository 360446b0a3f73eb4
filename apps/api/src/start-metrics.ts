import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import type { Primary } from './db/driver/primary.ts'
import { startProcessMetrics } from './metrics/process.ts'
import { startMetricsServer } from './modules/metrics/server.ts'
import { StartError } from './start-error.ts'

type Release = { version: string; schemaVersion: number; commit: string | null }
type Metrics = { port: number; close(): Promise<void> }

/** Serves the metrics on METRICS_PORT, if it is set. */
export async function startMetrics(
  { metricsPort, host, role, dataDir }: Config,
  { primary, log, release }: { primary: Primary; log: Logger; release: Release }
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  startProcessMetrics({ ...release, role, dataDir })
  // A connection of its own, because the metrics matter most when the pools are exhausted.
  const pool = connect(primary, { max: 1, statementTimeoutMs: 5_000 })
  try {
    const server = await startMetricsServer(pool, { port: metricsPort, host, log })
    return {
      port: server.port,
      async close() {
        await server.close()
        await pool.end({ timeout: 1 })
      }
    }
  } catch (error) {
    await pool.end({ timeout: 1 })
    throw new StartError(
      `The metrics cannot be served on ${host}:${metricsPort}: ${(error as Error).message}. ` +
        'Set METRICS_PORT to another port.'
    )
  }
}
