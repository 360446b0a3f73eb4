/** A value of a scrape. The name of a value of a histogram ends in `_bucket`, `_sum` or `_count`. */
export type ScrapedValue = { name: string; labels: Record<string, string>; value: number }

/** The metrics of a process: their help and type by name, and their values. */
export type Scrape = { help: Map<string, string>; types: Map<string, string>; values: ScrapedValue[] }

/** Reads the metrics at `url`, such as `http://127.0.0.1:9464/metrics`. Throws if a line isn't in Prometheus' format. */
export async function scrape(url: string): Promise<Scrape> {
  const answer = await fetch(url)
  if (answer.status !== 200) throw new Error(`The response has the status ${answer.status}.`)
  return parseMetrics(await answer.text())
}

/** Parses metrics in Prometheus' text format. */
export function parseMetrics(text: string): Scrape {
  const found: Scrape = { help: new Map(), types: new Map(), values: [] }
  for (const line of text.split('\n')) {
    const [, kind, metric = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind) (kind === 'HELP' ? found.help : found.types).set(metric, rest)
    if (line === '' || line.startsWith('#')) continue
    const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!name) throw new Error(`Not a line of Prometheus' format: ${line}`)
    found.values.push({ name, labels: parseLabels(labels), value: Number(value) })
  }
  return found
}

function parseLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value])
  )
}

/** Returns the value with this name and at least these labels, or undefined. */
export function sampleOf(
  { values }: Scrape,
  name: string,
  labels: Record<string, string> = {}
): number | undefined {
  return values.find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value)
  )?.value
}
