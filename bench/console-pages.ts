import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext } from 'playwright-core'
import { openBrowser } from '../apps/api/test/browser.ts'
import type { Defer } from './service-process.ts'

/** Who opens the pages, and on which side of the marketplace. */
export type Person = { email: string; password: string; side: 'vendor' | 'platform' }

/** Builds the console, if its sources have changed. A service that is started after this serves it at once. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../apps/console/build/build.ts')])
}

/** Starts Chromium until the scenario ends. */
export async function openChromium({ defer }: { defer: Defer }): Promise<Browser> {
  const chromium = await openBrowser({ isMeasured: true })
  if (!chromium) throw new Error('Chromium is not installed. Set CHROMIUM_PATH to its executable.')
  defer(() => chromium.close())
  return chromium
}

/** Gives a context the cookie of a session, as after a sign-in. */
export async function signIn(context: BrowserContext, url: string, { side, ...data }: Person): Promise<void> {
  const answer = await context.request.post(`${url}/api/v1/auth/session`, { headers: { origin: url }, data })
  if (!answer.ok()) throw new Error(`The sign-in returned ${answer.status()}: ${await answer.text()}`)
  await context.addInitScript(`localStorage.setItem('purveyor-${side}', new Date().toISOString())`)
}
