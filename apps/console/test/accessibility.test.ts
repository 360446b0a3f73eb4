import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { accessibilityFaults } from './accessibility.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { openScreen, screens, themes, widths } from './screens.ts'
import { signIn } from './sign-in.ts'

describe('every screen', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  before(async () => {
    service = await startConsoleService({ withDemo: true })
  })
  after(() => service.stop())

  const runs = widths.flatMap((width) => themes.map((theme) => ({ width, theme })))

  for (const { width, theme } of runs) {
    test(`can be used by everyone, ${theme}, ${width} pixels wide`, async () => {
      const pages = new Map<string | undefined, Page>()
      const faults: string[] = []
      for (const screen of screens) {
        const page = pages.get(screen.as) ?? (await openPage(width, theme, screen.as))
        pages.set(screen.as, page)
        await openScreen(page, screen)
        faults.push(...(await faultsOf(page)).map((fault) => `${screen.name}: ${fault}`))
      }
      assert.deepEqual(faults, [])
      assert.deepEqual(service.problems, [])
      for (const page of pages.values()) await page.context().close()
    })
  }

  async function openPage(width: number, colorScheme: 'light' | 'dark', account: string | undefined) {
    const viewport = { width, height: width < 600 ? 780 : 900 }
    const page = await service.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
    if (account) await signIn(page, account)
    return page
  }

  async function faultsOf(page: Page): Promise<string[]> {
    // What is behind a dialog can't be reached.
    const hasDialog = (await page.locator('[aria-modal=true]').count()) > 0
    const faults = await accessibilityFaults(page, hasDialog ? '[aria-modal=true]' : 'body')
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    return isTooWide ? [...faults, 'the page scrolls sideways'] : faults
  }
})
