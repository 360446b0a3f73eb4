import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { skipWithoutBrowser } from '../../api/test/browser.ts'
import { type ConsoleService, startConsoleService } from './console-service.ts'

describe('the page in a browser', { skip: skipWithoutBrowser() }, () => {
  let service: ConsoleService
  before(async () => {
    service = await startConsoleService()
  })
  after(() => service.stop())

  test('starts at each of its addresses, and nothing is refused by the content security policy', async () => {
    const page = await service.newPage()
    for (const path of ['/', '/vendor', '/operator/queue?kind=PRODUCT', '/vendor/products/a%2Fb']) {
      const response = await page.goto(path)
      assert.equal(response?.status(), 200, path)
      await page.waitForFunction("document.getElementById('root').hasChildNodes()")
    }
    assert.deepEqual(service.problems, [])
  })
})
