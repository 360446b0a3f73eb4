import type { Sql } from '../../db/connect.ts'
import type { Log } from '../../lib/log.ts'
import { type MetricList, metricsOfProcess } from '../../metrics/joined.ts'
import { registry } from '../../metrics/registry.ts'
import { createDatabaseMetrics, createDatabaseReader, databaseUpName } from './database-metrics.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'

/**
 * Serves the metrics of the process and those of the database (`serveMetrics`). `sql` should be a pool of its own,
 * because the metrics matter most when the other pools are exhausted.
 */
export async function startMetricsServer(
  sql: Sql,
  options: { port: number; host: string; log: Log }
): Promise<MetricsServer> {
  const databaseMetrics = createDatabaseMetrics(sql)
  return await serveMetrics(async () => {
    const ofDatabase = await databaseMetrics()
    return (await registry.metrics()) + ofDatabase
  }, options)
}

/**
 * Returns a function that returns the metrics of one of several processes, with the label `process`. The metrics of the
 * database have the same values in each process, so they are returned only if `withDatabase` is true, and without
 * the label.
 */
export function createProcessMetrics(sql: Sql, name: string): (withDatabase: boolean) => Promise<MetricList> {
  const readDatabase = createDatabaseReader(sql)
  return async (withDatabase) => {
    const ofDatabase = withDatabase ? await readDatabase() : undefined
    const own = (await metricsOfProcess(name)).filter((metric) => metric.name !== databaseUpName)
    if (!withDatabase) return own
    const isUp = registry.getSingleMetric(databaseUpName)
    return [...own, ...(isUp ? [await isUp.get()] : []), ...((await ofDatabase?.getMetricsAsJSON()) ?? [])]
  }
}
