import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { ConsoleService } from './console-service.ts'
import { accessToken, signIn } from './sign-in.ts'

export type Review = Awaited<ReturnType<typeof startReview>>

/**
 * Signs in through the API, and returns what the vendor Summit Tools and the operators of the demo do there while a test
 * looks at the queue. `newRevision` makes a live product with a staged edit.
 */
export async function startReview({ t }: ConsoleService) {
  const vendor = await accessToken(t, 'owner@summit.test')
  const operator = await accessToken(t, 'operator@purveyor.test')
  const moderator = await accessToken(t, 'moderator@purveyor.test')
  async function call(request: string, as: string, body?: object) {
    const answer = await t.call(request, { as, ...(body ? { body } : {}) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  async function newProduct(name: string, fields = {}): Promise<string> {
    const variants = [{ sku: `${name}-1`, name: 'Each', vendorPrice: 4 }]
    return (await call('POST /vendor/products', vendor, { name, sku: name, variants, ...fields })).id
  }
  async function edit(id: string, changes: object): Promise<void> {
    await call(`PATCH /vendor/products/${id}`, vendor, changes)
  }
  async function newRevision(name: string, changes: object, fields = {}): Promise<string> {
    const id = await newProduct(name, fields)
    const { moderationVersion: version } = await call(`GET /platform/products/${id}`, operator)
    await call(`POST /platform/products/${id}/approve`, operator, { version })
    await edit(id, changes)
    return id
  }
  return {
    tokens: { vendor, operator, moderator },
    vendorId: (await call('GET /auth/me', vendor)).vendor.id as string,
    call,
    newProduct,
    newRevision,
    edit,
    readAsVendor: (id: string) => call(`GET /vendor/products/${id}`, vendor),
    claimsOf: async (id: string) => await t.sql`select from moderation_claims where product_id = ${id}`
  }
}

/** Opens the queue in a wide window. */
export async function reviewPage(
  service: ConsoleService,
  email: string,
  path = '/operator/queue'
): Promise<Page> {
  const page = await service.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, email, path)
  return page
}

/** Goes to an address of the console as a link does. The page isn't loaded again, so this takes a fraction of the time. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/** Shows a list of the queue as it is now. */
export async function openList(page: Page, filters: string): Promise<void> {
  await goTo(page, `/operator/queue?${filters}`)
  await page.getByRole('button', { name: 'Refresh the queue' }).click()
}

/** Opens an entry of the queue, and waits until it is shown. */
export async function openEntry(page: Page, kind: string, id: string, filters = ''): Promise<void> {
  await goTo(page, `/operator/queue?entry=${kind}.${id}${filters}`)
  await page.locator(`[data-entry-shown="${kind}.${id}"] section[data-field]`).first().waitFor()
}
