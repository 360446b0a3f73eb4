import { openChromium } from '../console-pages.ts'
import { firstWaiting } from '../fill-waiting-queries.ts'
import { median } from '../median.ts'
import { goodDelay, loadCases, p95, pageFloor } from '../page-cases.ts'
import { pressKeys, scrollList } from '../page-keys.ts'
import { type MeasuredPage, type SlowBrowser, slowBrowser } from '../page-load.ts'
import type { Case, LimitCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { openWaitingQueue, type WaitingQueue } from '../waiting-queue.ts'

/** Each key is pressed this number of times per round. */
const presses = 4
const scrolled = 5000
const usable = 'section > footer button:not(:disabled)'

export const scenario: Scenario = {
  floor: pageFloor,
  async prepare(setup: BenchSetup) {
    const { products, rounds } = setup.options
    const entries = products * 2
    const queue = await openWaitingQueue(setup, entries)
    const browser = slowBrowser(await openChromium(setup), queue)
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
