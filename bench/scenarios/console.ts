import { openBrowser } from '../../apps/api/test/browser.ts'
import { firstWaiting } from '../fill-waiting-queries.ts'
import { median } from '../pace.ts'
import { pressKeys, scrollList } from '../page-keys.ts'
import { floorOf, type MeasuredPage, type SlowBrowser, slowBrowser, slowdown } from '../page-load.ts'
import type { Case, LimitCase, RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { openWaitingQueue, type WaitingQueue } from '../waiting-queue.ts'

/** Each key is pressed this number of times per round. */
const presses = 4
const scrolled = 5000
/** Interactions below this number of milliseconds are called good in Web Vitals (INP). */
const goodDelay = 200
const usable = 'aside footer button:not(:disabled)'

export const scenario: Scenario = {
  floor:
    'a page that loads and evaluates the same scripts and style sheets, and then inserts the finished markup at once',
  async prepare(setup: BenchSetup) {
    const { products, rounds } = setup.options
    const entries = products * 2
    const queue = await openWaitingQueue(setup, entries)
    const chromium = await openBrowser()
    if (!chromium) throw new Error('Chromium is not installed. Set CHROMIUM_PATH to its executable.')
    setup.defer(() => chromium.close())
    const browser = slowBrowser(chromium, queue)
    const pages = await pagesOf(queue)
    const loads: Case[] = []
    for (const page of pages) loads.push(...(await loadCases(browser, page)))
    const [review] = pages.slice(1)
    if (!review) return loads
    return [
      ...loads,
      keyCase(browser, review, { key: 'j', does: 'opens the next entry', entries, rounds }),
      keyCase(browser, review, { key: 'a', does: 'approves, and the next entry opens', entries, rounds }),
      ...scrollCases(browser, review, { entries: Math.min(scrolled, entries), rounds })
    ]
  }
}

async function pagesOf({ sql }: WaitingQueue): Promise<MeasuredPage[]> {
  const [, id] = await firstWaiting(sql, 2)
  return [
    { name: 'sign-in page', path: '/', usable: 'form input', isSignedIn: false },
    { name: 'review queue', path: '/operator/queue', usable, isSignedIn: true },
    {
      name: 'entry with six images',
      path: `/operator/queue?entry=PRODUCT.${id}`,
      usable,
      isSignedIn: true
    }
  ]
}

/** Two cases that share their loads: each round opens the page of the floor and of the service once. */
async function loadCases(browser: SlowBrowser, page: MeasuredPage): Promise<RatioCase[]> {
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

type Key = { key: string; does: string; entries: number; rounds: number }

function keyCase(browser: SlowBrowser, review: MeasuredPage, { key, does, entries, rounds }: Key): LimitCase {
  return {
    kind: 'limit',
    size: `${key.toUpperCase()} ${does}, ${entries} entries: p95 of the delay until the next paint`,
    unit: 'ms',
    limit: goodDelay,
    async measure() {
      const { page, close } = await browser.open(review)
      const { delays, shown } = await pressKeys(page, key, presses * rounds)
      await close()
      return {
        value: p95(delays),
        notes: [
          `median ${median(delays)} ms; ${Math.round(median(shown))} ms (p95 ${Math.round(p95(shown))} ms) until the next entry is shown`
        ]
      }
    }
  }
}

function scrollCases(
  browser: SlowBrowser,
  review: MeasuredPage,
  { entries, rounds }: { entries: number; rounds: number }
): LimitCase[] {
  let heapMB = Number.NaN
  return [
    {
      kind: 'limit',
      size: `scrolling ${entries} entries of the list: p95 of the time between frames`,
      unit: 'ms',
      limit: goodDelay,
      async measure() {
        const { page, session, close } = await browser.open(review)
        const frames = await scrollList(page, entries)
        const { delays, shown } = await pressKeys(page, 'j', presses * rounds)
        await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = await session.send('Runtime.getHeapUsage')
        heapMB = usedSize / 1e6
        await close()
        return {
          value: p95(frames),
          notes: [
            `median ${Math.round(median(frames))} ms, longest ${Math.round(Math.max(...frames))} ms, ${frames.length} frames`,
            `then J: median ${median(delays)} ms, p95 ${p95(delays)} ms; ${Math.round(median(shown))} ms until the next entry is shown`
          ]
        }
      }
    },
    {
      kind: 'limit',
      size: `JavaScript heap after scrolling ${entries} entries`,
      unit: 'MB',
      limit: 150,
      measure: async () => ({ value: heapMB, notes: [] })
    }
  ]
}

function p95(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN
}

function listed(values: number[]): string {
  return values.map((value) => Math.round(value).toLocaleString('en-US')).join(', ')
}
