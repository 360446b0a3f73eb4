import { join } from 'node:path'
import { hashPassword } from '../../apps/api/src/modules/auth/sign-in/passwords.ts'
import { buildConsole, openChromium, signIn } from '../console-pages.ts'
import { insertSeller } from '../fill-queries.ts'
import { median } from '../median.ts'
import { goodDelay, loadCases, p95, pageFloor } from '../page-cases.ts'
import { pressInGrid, turnWheel } from '../page-grid.ts'
import { type MeasuredPage, type OpenPage, type SlowBrowser, slowBrowser } from '../page-load.ts'
import type { Case, LimitCase, Scenario } from '../scenario.ts'
import { serviceName, startService } from '../service-process.ts'
import type { BenchSetup } from '../setup.ts'

const seller = {
  ...{ email: 'seller@bench.test', password: 'correct horse battery staple' },
  side: 'vendor'
} as const
/** Keys are pressed in bursts of this number, so that the grid is still scrolling. */
const burst = 10
const burstsPerRound = 4
const turnsPerRound = 60

export const scenario: Scenario = {
  floor: pageFloor,
  async prepare(setup: BenchSetup) {
    const { databaseUrl, secret, defer, folder, options, vendorId } = setup
    await buildConsole()
    const passwordHash = await hashPassword(seller.password)
    await insertSeller(setup.sql, { vendorId, email: seller.email, passwordHash })
    const { url } = await startService(folder, {
      ...{ databaseUrl, secret, defer, name: 'console-catalog' },
      dataDir: join(folder, serviceName)
    })
    const browser = slowBrowser(await openChromium(setup), {
      url,
      signIn: (context) => signIn(context, url, seller)
    })
    const catalog: MeasuredPage = {
      ...{ name: `catalog of ${options.products} products`, path: '/vendor/products' },
      ...{ usable: '[role=grid] [data-row="0"] a', isSignedIn: true }
    }
    const loads: Case[] = await loadCases(browser, catalog)
    return [...loads, ...scrollCases(browser, catalog, options)]
  }
}

/** Three cases that share a page. */
function scrollCases(
  browser: SlowBrowser,
  catalog: MeasuredPage,
  { products, rounds }: { products: number; rounds: number }
): LimitCase[] {
  let opened: OpenPage | undefined
  const open = async () => (opened ??= await browser.open(catalog))
  const size = (what: string) => `grid of ${products} products: ${what}`
  return [
    {
      kind: 'limit',
      size: size('p95 of the delay from PageDown to the next paint while it scrolls'),
      unit: 'ms',
      limit: goodDelay,
      async measure() {
        const { page } = await open()
        const delays = await pressInGrid(page, 'PageDown', { bursts: burstsPerRound * rounds, burst })
        return { value: p95(delays), notes: [`median ${median(delays)} ms, ${delays.length} keys`] }
      }
    },
    {
      kind: 'limit',
      size: size('p95 of the time between frames while the wheel turns'),
      unit: 'ms',
      limit: goodDelay,
      async measure() {
        const { page } = await open()
        const { frames, rows } = await turnWheel(page, turnsPerRound * rounds)
        const longest = Math.round(Math.max(...frames))
        return {
          value: p95(frames),
          notes: [
            `median ${Math.round(median(frames))} ms, longest ${longest} ms, ${frames.length} frames, ${rows} rows`
          ]
        }
      }
    },
    {
      kind: 'limit',
      size: size('JavaScript heap after that'),
      unit: 'MB',
      limit: 300,
      async measure() {
        const { session, close } = await open()
        await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = await session.send('Runtime.getHeapUsage')
        await close()
        return { value: usedSize / 1e6, notes: [] }
      }
    }
  ]
}
