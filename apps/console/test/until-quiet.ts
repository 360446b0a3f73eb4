import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** A page is quiet when it has sent no request for this time, in milliseconds. */
const quietMs = 500
const timeoutMs = 30_000

type Traffic = { open: Set<Request>; changedAt: number }

const traffic = new WeakMap<Page, Traffic>()

/** Counts the requests of a page from now on. Streams of events are left out, because they stay open. */
export function watchRequests(page: Page): void {
  const counted: Traffic = { open: new Set(), changedAt: performance.now() }
  traffic.set(page, counted)
  page.on('request', (request) => {
    if (request.headers().accept === 'text/event-stream') return
    counted.open.add(request)
    counted.changedAt = performance.now()
  })
  const end = (request: Request) => {
    if (counted.open.delete(request)) counted.changedAt = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Waits until a page of `watchRequests` sends no more requests. */
export async function untilQuiet(page: Page): Promise<void> {
  const counted = traffic.get(page)
  if (!counted) throw new Error('The requests of this page are not counted.')
  await page.waitForLoadState('load')
  const isQuiet = () => counted.open.size === 0 && performance.now() - counted.changedAt >= quietMs
  for (const end = performance.now() + timeoutMs; !isQuiet(); await sleep(50))
    if (performance.now() > end)
      throw new Error(`These requests are open: ${[...counted.open].map((one) => one.url())}`)
}
