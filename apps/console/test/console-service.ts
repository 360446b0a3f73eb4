import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { readyConsole } from '../../api/src/console/web-console.ts'
import { type TestApp, testApp } from '../../api/test/app.ts'
import { openBrowser } from '../../api/test/browser.ts'
import { freePort } from '../../api/test/free-port.ts'
import { buildFolders } from '../build/folders.ts'
import { consoleSources, hashSources } from '../build/sources.ts'
import { type Build, findBuild } from '../build/stored-builds.ts'
import { watchRequests } from './until-quiet.ts'

const run = promisify(execFile)

/** The password of all accounts of the demo. */
export const demoPassword = 'purveyor-demo'

/**
 * The service with the console, its own database and a browser. `problems` lists errors in the browser's
 * console (also what the content security policy refused), errors of scripts, and requests to other hosts, of
 * all pages of `newPage`. `t` calls the API and reads the database.
 */
export type ConsoleService = {
  url: string
  t: TestApp
  browser: Browser
  problems: string[]
  /** Opens a page in a context of its own, which shares no cookies with other contexts. */
  newPage(options?: BrowserContextOptions): Promise<Page>
  /** Records the problems of a page that a test has opened in another way. */
  watch(page: Page): void
  /** Stops the service, waits for `whileStopped`, and starts it again at the same address on the same database. */
  restart(whileStopped?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** True to begin with the demo marketplace, whose ids are always the same. Otherwise, the database is empty. */
  withDemo?: boolean
  /** True if the test measures how fast pages are. */
  isMeasured?: boolean
  /** Hosts that webhooks may have besides public ones. */
  webhookAllow?: readonly string[]
}

/**
 * Starts the service with the console of the current sources. The console is built only if its sources have
 * changed since the last build; other processes wait in the meantime. Skip the tests with
 * `skipWithoutBrowser()` (apps/api/test/browser.ts) where no browser is installed.
 */
export async function startConsoleService({
  withDemo = false,
  isMeasured = false,
  webhookAllow = []
}: Options = {}): Promise<ConsoleService> {
  const build = await builtConsole()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const t = await testApp({ assetOrigin: url, webConsole: readyConsole(build), withDemo, webhookAllow })
  const closing: (() => Promise<unknown>)[] = [t.close]
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const listen = () => t.app.listen({ port, host: '127.0.0.1' })
    await listen()
    const restart = async (whileStopped?: () => Promise<void>) => {
      await t.restart(whileStopped)
      await listen()
    }
    const browser = await openBrowser({ isMeasured })
    assert.ok(browser, 'Chromium is not installed.')
    closing.push(() => browser.close())
    return { url, t, browser, restart, stop, ...watchedPages(browser, url) }
  } catch (error) {
    await stop()
    throw error
  }
}

function watchedPages(browser: Browser, url: string): Pick<ConsoleService, 'problems' | 'newPage' | 'watch'> {
  const problems: string[] = []
  const isForeign = (requested: string) =>
    !requested.startsWith(`${url}/`) && !/^(blob|data):/.test(requested)
  const watch = (page: Page) => {
    watchRequests(page)
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => isForeign(request.url()) && problems.push(request.url()))
  }
  return {
    problems,
    watch,
    async newPage(options) {
      const context = await browser.newContext({ baseURL: url, ...options })
      const page = await context.newPage()
      watch(page)
      return page
    }
  }
}

let built: Promise<Build> | undefined

/** Returns the build of the current sources, and builds it if necessary. The files of a process look for it once. */
export function builtConsole(): Promise<Build> {
  built ??= buildConsole()
  return built
}

async function buildConsole(): Promise<Build> {
  await run(process.execPath, [join(import.meta.dirname, '../build/build.ts')])
  const build = await findBuild(buildFolders(), await hashSources(consoleSources))
  assert.ok(build, 'The sources of the console have changed since it was built.')
  return build
}
