import { AggregatorRegistry } from '@prometheus-io/client'
import { registry } from './registry.ts'

/** Metrics with their values, which can be sent to another process. */
export type MetricList = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>

/** Returns the metrics of this process. Each value has the label `process`. */
export async function metricsOfProcess(name: string): Promise<MetricList> {
  return (await registry.getMetricsAsJSON()).map((metric) => ({
    ...metric,
    // The library leaves out some metrics when it joins those of several processes.
    aggregator: 'sum',
    values: metric.values.map((value) => ({ ...value, labels: { process: name, ...value.labels } }))
  }))
}

/** Returns the metrics of several processes as one text in the format of Prometheus. */
export async function joinMetrics(lists: MetricList[]): Promise<string> {
  return await AggregatorRegistry.aggregate(lists).metrics()
}
