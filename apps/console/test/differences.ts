import assert from 'node:assert/strict'
import { newProduct, variant } from '../../api/test/products.ts'
import type { ConsoleService } from './console-service.ts'
import { accessToken } from './sign-in.ts'

type Body = Record<string, unknown>

/** The demo's accounts with which the tests of differences prepare entries of the queue. */
export type Accounts = { vendor: string; operator: string }

/** Signs in through the API. */
export async function signInAccounts({ t }: ConsoleService): Promise<Accounts> {
  return {
    vendor: await accessToken(t, 'owner@harbor.test'),
    operator: await accessToken(t, 'operator@purveyor.test')
  }
}

/** Creates a product and approves it. Returns it as its vendor sees it. */
export async function createLive({ t }: ConsoleService, { vendor, operator }: Accounts, fields: Body) {
  const body = newProduct({ variants: [variant('A')], ...fields })
  const created = await t.call('POST /vendor/products', { as: vendor, body })
  assert.equal(created.status, 201, created.text)
  const path = `/platform/products/${created.body.id}`
  const { body: product } = await t.call(`GET ${path}`, { as: operator })
  const version = product.moderationVersion
  const approved = await t.call(`POST ${path}/approve`, { as: operator, body: { version } })
  assert.equal(approved.status, 200, approved.text)
  return created.body
}

/** Changes a product as its vendor. */
export async function change(
  { t }: ConsoleService,
  { vendor }: Accounts,
  id: string,
  body: Body
): Promise<void> {
  const { status, text } = await t.call(`PATCH /vendor/products/${id}`, { as: vendor, body })
  assert.equal(status, 200, text)
}
