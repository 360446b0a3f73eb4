import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chartText } from './chart.ts'
import type { Machine } from './machine.ts'
import type { Result, Spread } from './measure.ts'
import type { Options } from './options.ts'
import type { Latency } from './pace.ts'
import type { ProcessorTime } from './processor.ts'
import type { Chart } from './scenario.ts'
import type { ScenarioName } from './scenarios/names.ts'

export type Report = {
  at: string
  machine: Machine
  options: Omit<Options, 'out'>
  /** The start-up time of the service on the filled database, and its resident memory after that. */
  service: { startSeconds: number; restMiB: number }
  floors: Partial<Record<ScenarioName, string>>
  results: Result[]
  /** Scenarios that failed, with the service's last warnings and errors. */
  failures: { scenario: ScenarioName; message: string; logged: string[] }[]
  /** Scenarios that were not run, because the run took too long. */
  omitted: ScenarioName[]
  /** How long each scenario took, in seconds. */
  seconds: Partial<Record<ScenarioName, number>>
}

const header = [
  'scenario',
  'size',
  'floor/s',
  'service/s',
  'ratio (min–max)',
  'target',
  'met',
  'p50 / p99 ms',
  'floor p50 / p99 ms',
  'core ms: Node + PostgreSQL',
  'floor core ms'
]

/** Returns the cells of a result, in the order of `header`. */
function rowOf(result: Result): string[] {
  const { scenario, size, unit, met } = result
  const verdict = met === null ? '–' : met ? 'yes' : 'NO'
  if (result.kind === 'limit') {
    const { value, limit } = result
    const limitText = limit === null ? '–' : `< ${limit} ${unit}`
    return [scenario, size, '–', `${count(value)} ${unit}`, '–', limitText, verdict, '–', '–', '–', '–']
  }
  const [latency, processor] = [latencyText(result.latency), timeText(result.processor)]
  const service = `${count(result.service.median)} ${unit}`
  if (result.kind === 'rate')
    return [scenario, size, '–', service, '–', '–', verdict, latency, '–', processor, '–']
  const { floor, ratio, target, floorLatency, floorProcessor } = result
  return [
    ...[scenario, size, count(floor.median), service, ratioText(ratio)],
    ...[target === null ? '–' : String(target), verdict, latency, latencyText(floorLatency)],
    ...[processor, timeText(floorProcessor)]
  ]
}

function timeText(time: ProcessorTime | null): string {
  return time ? `${milliseconds(time.node)} + ${milliseconds(time.database)}` : '–'
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 3 : 0)
}

function latencyText(latency: Latency | null): string {
  return latency ? `${latency.p50.toFixed(1)} / ${latency.p99.toFixed(1)}` : '–'
}

function ratioText({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
}

function count(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value < 10 ? 2 : 1)
}

/** Formats the results as a table for the terminal. */
export function tableText(results: Result[]): string {
  const rows = [header, ...results.map(rowOf)]
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  )
  return [...lines, '', ...notesOf(results)].join('\n')
}

function notesOf(results: Result[]): string[] {
  return results.flatMap(({ scenario, size, notes }) => notes.map((note) => `${scenario}, ${size}: ${note}`))
}

export function headerLines({ at, machine, options, service }: Report): string[] {
  const { cpu, cores, memoryGiB, system, node, postgresql, settings, commit, dirty, load } = machine
  return [
    `${at}, commit ${commit}${dirty ? ' with uncommitted changes' : ''}`,
    `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, PostgreSQL ${postgresql}, load ${load} at start`,
    `settings of PostgreSQL: ${entriesText(settings, ' = ')}`,
    `${options.products} products and ${options.orders} orders of the measured vendor, ${options.rounds} rounds, ${options.seconds} s per sample`,
    `service ready after ${service.startSeconds.toFixed(2)} s, ${Math.round(service.restMiB)} MiB resident memory when idle`
  ]
}

function entriesText(entries: Record<string, unknown>, separator: string): string {
  return Object.entries(entries)
    .map(([name, value]) => `${name}${separator}${value}`)
    .join('; ')
}

/** Writes the report as JSON, Markdown and charts. Returns the path of the Markdown file. */
export function writeReport(folder: string, report: Report): string {
  const { at, machine } = report
  const day = at.slice(0, 16).replaceAll(':', '')
  const path = join(folder, `${day}-${machine.commit}${machine.dirty ? '-dirty' : ''}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${path}.json`, `${JSON.stringify(report, null, 2)}\n`)
  const charts = chartsOf(report.results).map((chart, index) => {
    const file = `${path}-${index + 1}.svg`
    writeFileSync(file, chartText(chart))
    return `![${chart.title}](${basename(file)})`
  })
  writeFileSync(`${path}.md`, [markdown(report), ...charts, ''].join('\n'))
  return `${path}.md`
}

function chartsOf(results: Result[]): Chart[] {
  return results.flatMap((result) => (result.kind === 'limit' && result.chart ? [result.chart] : []))
}

function markdown(report: Report): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const { results, floors, failures, omitted, seconds, options } = report
  return [
    `# Measured ${report.at.slice(0, 10)}`,
    '',
    ...headerLines(report).map((text) => `- ${text}`),
    '',
    line(header),
    line(header.map(() => '---')),
    ...results.map((result) => line(rowOf(result))),
    '',
    ...Object.entries(floors).map(([name, floor]) => `- Floor of ${name}: ${floor}.`),
    ...notesOf(results).map((note) => `- ${note}`),
    ...failures.map(({ scenario, message }) => `- ${scenario} FAILED: ${message.split('\n')[0]}`),
    ...omitted.map((name) => `- ${name} was omitted, because the run took longer than --max-minutes.`),
    `- Seconds for each scenario: ${entriesText(seconds, ' ')}.`,
    `- Options: ${entriesText(options, ' ')}.`,
    ''
  ].join('\n')
}
