// Checks the grid of the catalog with 100,000 products: it scrolls from the first to the last one, no row in view stays
// empty for longer than a second, and the memory of the page is bounded. Takes about two minutes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { until } from '../../api/test/bucket.ts'
import { preparedItem, queueImport, workOn } from '../../api/test/imports.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

const owner = 'owner@harbor.test'
const products = 100_000
const maxHeap = 300_000_000
const maxEmptyMs = 1000
/** The pixels of one turn of the wheel, and the wheel's turns in a second. */
const [turn, turns] = [2400, 30]

/** Records in the page for how long rows in view are empty. */
const watchRows = `
  window.longestEmpty = 0
  let emptySince
  const watch = () => {
    const grid = document.querySelector('[role=grid]').getBoundingClientRect()
    const isEmpty = [...document.querySelectorAll('[data-row]')].some((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > grid.top && top < grid.bottom && !row.querySelector('a')
    })
    if (!isEmpty) emptySince = undefined
    else window.longestEmpty = Math.max(window.longestEmpty, performance.now() - (emptySince ??= performance.now()))
    requestAnimationFrame(watch)
  }
  watch()`

describe('the grid of 100,000 products', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  let page: Page
  let devtools: CDPSession
  before(async () => {
    service = await startConsoleService({ withDemo: true, isMeasured: true })
    const as = await accessToken(service.t, owner)
    const { body } = await service.t.call('GET /auth/me', { as })
    const items = Array.from({ length: products }, (_, index) => preparedItem({ sku: `GRID-${index}` }))
    await queueImport(service.t.sql, body.vendor, items)
    await workOn(service.t, service.t.app.deps.sql, 5000)
    page = await service.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    page.setDefaultTimeout(60_000)
    devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    await signIn(page, owner, '/vendor/products')
    await page.getByRole('grid').getByRole('link').first().waitFor()
  })
  after(() => service.stop())

  async function heap(): Promise<number> {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  }

  test('the last row is shown at once, and the first one again', async (t) => {
    await page.locator('[data-row="0"] > [data-column="3"]').click()
    const start = performance.now()
    await page.keyboard.press('Control+End')
    await until(() =>
      page.evaluate<boolean>("Boolean(document.activeElement.parentElement?.querySelector('a'))")
    )
    t.diagnostic(`the last row: ${Math.round(performance.now() - start)} ms`)
    await page.keyboard.press('Control+Home')
    await page.getByText(/^100,0\d\d products$/).waitFor()
    t.diagnostic(`all rows: ${Math.round(performance.now() - start)} ms`)
  })

  test('the wheel reaches the end, and no row stays empty', async (t) => {
    await page.evaluate(watchRows)
    await page.mouse.move(800, 500)
    const isAtEnd = () =>
      page.evaluate<boolean>(`(() => {
        const grid = document.querySelector('[role=grid]')
        return grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1
      })()`)
    for (let turned = 0; !(await isAtEnd()); turned += turns) {
      assert.ok(turned * turn < products * 44 * 2, 'the grid does not scroll')
      for (let one = 0; one < turns; one++) await page.mouse.wheel(0, turn)
    }
    const empty = await page.evaluate<number>('window.longestEmpty')
    t.diagnostic(`a row in view was empty for ${Math.round(empty)} ms`)
    assert.ok(empty <= maxEmptyMs, `${empty} ms`)
  })

  test('the memory of the page is bounded', async (t) => {
    const used = await heap()
    t.diagnostic(`heap: ${Math.round(used / 1e6)} MB`)
    assert.ok(used < maxHeap, `${used} bytes`)
  })

  test('tens of thousands of pasted cells are previewed', async (t) => {
    await page.locator('[role=grid]').press('Control+Home')
    await page.locator('[data-row="0"] > [data-column="3"]').click()
    const start = performance.now()
    const text = Array.from({ length: 40_000 }, (_, index) => `${index % 90}.75\t\t${index % 500}`).join('\n')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })()`)
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await bar.getByText(/changes in (39|40),\d\d\d products/).waitFor()
    t.diagnostic(`pasted: ${Math.round(performance.now() - start)} ms`)
    await bar.getByRole('button', { name: 'Preview' }).click()
    await page
      .getByRole('dialog')
      .getByText(/rows? will change$/)
      .waitFor()
    t.diagnostic(`previewed: ${Math.round(performance.now() - start)} ms`)
    assert.deepEqual(service.problems, [])
  })
})
