import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { untilQuiet, watchRequests } from '../apps/console/test/until-quiet.ts'
import { observe, readFinished } from './page-scripts.ts'

/** How much slower the processor of the browser is made. */
export const slowdown = 4
const timeout = 60_000

/** A page to measure. `usable` is the CSS selector of the control that people use first. */
export type MeasuredPage = { name: string; path: string; usable: string; isSignedIn: boolean }

/** Milliseconds from the start of the navigation. */
export type Load = { lcp: number; usable: number }

/** Opens pages in new contexts, so that no cache has anything of the console. */
export type SlowBrowser = {
  open(page: MeasuredPage, floor?: string): Promise<OpenPage>
}
export type OpenPage = { page: Page; load: Load; session: CDPSession; close(): Promise<void> }

/** Returns a browser with a slow processor. `signIn` gives a context the cookie of a session. */
export function slowBrowser(
  browser: Browser,
  { url, signIn }: { url: string; signIn(context: BrowserContext): Promise<void> }
): SlowBrowser {
  async function open({ path, usable, isSignedIn }: MeasuredPage, floor?: string): Promise<OpenPage> {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(timeout)
    if (isSignedIn) await signIn(context)
    await context.addInitScript(observe(usable))
    const page = await context.newPage()
    watchRequests(page)
    if (floor !== undefined) {
      await page.route(new URL(path, url).href, (route) =>
        route.fulfill({ contentType: 'text/html', body: floor })
      )
    }
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(path)
    const shown = (await page.evaluate('bench.usable')) as number
    // Images and fonts that arrive later can be the largest paint.
    await untilQuiet(page)
    const lcp = (await page.evaluate('bench.lcp')) as number
    return { page, load: { lcp, usable: shown }, session, close: () => context.close() }
  }
  return { open }
}

type Finished = { styles: string[]; sheets: string[]; scripts: string[]; markup: string; attributes: string }

/**
 * Returns the floor of a page: a page that loads and evaluates the same scripts and style sheets, and then inserts the
 * finished markup at once. The application itself doesn't run, because the page has no element for it.
 */
export async function floorOf(browser: SlowBrowser, measured: MeasuredPage): Promise<string> {
  const { page, close } = await browser.open(measured)
  const { styles, sheets, scripts, markup, attributes } = (await page.evaluate(readFinished)) as Finished
  await close()
  const quoted = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>Floor</title>
${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${scripts.map((src) => `<link rel="modulepreload" href="${src}">`).join('\n')}
${styles.join('\n')}</head><body><div id="floor"></div>
<script type="module">
for (const script of ${quoted(scripts)}) await import(script)
document.getElementById('floor').innerHTML = ${quoted(markup)}
</script></body></html>`
}
