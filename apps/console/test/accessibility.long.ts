// Checks all screens of the console, and their states, with axe. Takes two to four minutes. The tests of the
// screens check their main states in `npm test`.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { faultsOf, widths } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { openScreen, screens } from './screens.ts'
import { signIn } from './sign-in.ts'
import { storeDeliveries } from './stored-deliveries.ts'

describe('accessible in both themes, in wide and narrow windows', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  const pages = new Map<string, Page>()
  before(async () => {
    service = await startConsoleService({ withDemo: true })
    await storeDeliveries(service.t)
  })
  after(() => service.stop())

  /** Returns the page that is signed in with an account, and opens it if there is none yet. */
  async function pageOf(account: string | undefined, width = 1440): Promise<Page> {
    const key = `${account} ${width}`
    let page = pages.get(key)
    if (!page) {
      page = await service.newPage({ viewport: { width, height: width < 600 ? 780 : 900 } })
      if (account) await signIn(page, account)
      pages.set(key, page)
    }
    return page
  }

  for (const screen of screens)
    test(screen.title, async () => {
      const openings = screen.isOtherInNarrow ? widths.map((width) => [width]) : [widths]
      for (const at of openings) {
        const page = await pageOf(screen.as, at[0])
        await openScreen(page, screen)
        // What is behind a dialog can't be reached.
        const hasDialog = (await page.locator('[aria-modal=true]').count()) > 0
        const part = hasDialog ? '[aria-modal=true]' : 'body'
        assert.deepEqual(await faultsOf(page, { part, at, isThorough: true }), [])
      }
    })

  test('no screen has an error in the console of the browser', () => {
    assert.deepEqual(service.problems, [])
  })
})
