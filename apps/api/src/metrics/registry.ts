import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

/**
 * The metrics of this process. They are defined in the files of this folder, and the code that they describe
 * updates them. Metrics that are read from the database are in `modules/metrics/`.
 */
export const registry = new Registry()

/** Describes a metric. A `help` is one sentence. */
type Description<Label extends string> = { help: string; labels?: readonly Label[] }

/** Defines a number that only increases. The name ends in `_total`. */
export function counter<Label extends string = never>(
  name: `purveyor_${string}_total`,
  { help, labels = [] }: Description<Label>
): Counter<Label> {
  return new Counter({ name, help, labelNames: labels, registers: [registry] })
}

/** Defines a number that can increase and decrease. `collect` sets it when the metrics are read. */
export function gauge<Label extends string = never>(
  name: `purveyor_${string}`,
  {
    help,
    labels = [],
    collect = () => {},
    registers = [registry]
  }: Description<Label> & {
    collect?: (self: Gauge<Label>) => void | Promise<void>
    registers?: Registry[]
  }
): Gauge<Label> {
  const defined: Gauge<Label> = new Gauge<Label>({
    ...{ name, help, labelNames: labels, registers },
    collect: (): void | Promise<void> => collect(defined)
  })
  return defined
}

/** Defines a distribution of durations. `buckets` are the upper bounds in seconds. */
export function histogram<Label extends string = never>(
  name: `purveyor_${string}_seconds`,
  { help, labels = [], buckets }: Description<Label> & { buckets: number[] }
): Histogram<Label> {
  return new Histogram({ name, help, labelNames: labels, buckets, registers: [registry] })
}
