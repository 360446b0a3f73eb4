import { floorOf, type MeasuredPage, type SlowBrowser, slowdown } from './page-load.ts'
import type { RatioCase } from './scenario.ts'

/** The floor of `loadCases`. */
export const pageFloor =
  'a page that loads and evaluates the same scripts and style sheets, and then inserts the finished markup at once'

/** Interactions below this number of milliseconds are called good in Web Vitals (INP). */
export const goodDelay = 200

/** Two cases that share their loads: each round opens the page of the floor and of the service once. */
export async function loadCases(browser: SlowBrowser, page: MeasuredPage): Promise<RatioCase[]> {
  const floor = await floorOf(browser, page)
  const usableTimes = { floor: [] as number[], service: [] as number[] }
  const times = { lcp: [] as number[], floor: [] as number[] }
  const open = async (html?: string) => {
    const opened = await browser.open(page, html)
    await opened.close()
    return opened.load
  }
  const size = (what: string) => `${page.name}: ${what}, processor ${slowdown} times slower`
  return [
    {
      kind: 'ratio',
      size: size('largest paint'),
      unit: 'pages',
      target: 0.5,
      async floor() {
        const { lcp, usable } = await open(floor)
        usableTimes.floor.push(usable)
        times.floor.push(lcp)
        return { rate: 1000 / lcp }
      },
      async service() {
        const { lcp, usable } = await open()
        usableTimes.service.push(usable)
        times.lcp.push(lcp)
        return { rate: 1000 / lcp }
      },
      notes: async () => [
        `${listed(times.lcp)} ms; floor ${listed(times.floor)} ms; the first round warms up`
      ]
    },
    {
      kind: 'ratio',
      size: size('usable control'),
      unit: 'pages',
      target: 0.5,
      floor: async () => ({ rate: 1000 / (usableTimes.floor.shift() ?? Number.NaN) }),
      service: async () => ({ rate: 1000 / (usableTimes.service.shift() ?? Number.NaN) })
    }
  ]
}

/** Returns the 95th percentile. */
export function p95(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN
}

function listed(values: number[]): string {
  return values.map((value) => Math.round(value).toLocaleString('en-US')).join(', ')
}
