import assert from 'node:assert/strict'
import type { TestAnswer, TestApp, TestVendor } from './app.ts'
import { form } from './form.ts'
import { picture } from './images.ts'

type Parts = Parameters<typeof form>[0]

/** Creates a small PNG with different pixels each time. */
export function png(): Promise<Buffer> {
  return picture(8, 6).png().toBuffer()
}

/**
 * Creates a product with this status. Returns the product in the form in which the API returns it to the
 * vendor.
 */
export async function testProduct(
  t: TestApp,
  vendor: TestVendor,
  status: 'PENDING_APPROVAL' | 'DRAFT' | 'PUBLISHED' | 'HIDDEN' = 'PENDING_APPROVAL'
): Promise<TestAnswer['body']> {
  const { body } = await t.call('POST /vendor/products', {
    as: vendor.owner,
    body: {
      name: 'Hex bolt M8',
      sku: `HB-${Math.random().toString(36).slice(2)}`,
      variants: [{ sku: 'HB-1', name: 'Box of 100', vendorPrice: 12.5 }]
    }
  })
  await t.sql`update products set status = ${status} where id = ${body.id}`
  return { ...body, status }
}

/** Returns functions that call the image endpoints of one product. All calls use the same token. */
export function imageCalls(t: TestApp, token: string, id: string) {
  const path = `/vendor/products/${id}`
  const send = async (method: string, parts: Parts, headers: Record<string, string> = {}) => {
    const { raw, headers: type } = await form(parts)
    return t.call(`${method} ${path}/images`, { as: token, raw, headers: { ...type, ...headers } })
  }
  return {
    read: async () => (await t.call(`GET ${path}`, { as: token })).body,
    add: async (fields: Record<string, string> = {}, file?: Uint8Array, headers?: Record<string, string>) =>
      send('POST', [['file', file ?? (await png())], ...Object.entries(fields)], headers),
    replace: (files: Uint8Array[], metadata?: unknown, headers?: Record<string, string>) =>
      send(
        'PUT',
        [
          ...files.map((file) => ['images', file] as const),
          ...(metadata === undefined ? [] : [['metadata', JSON.stringify(metadata)] as const])
        ],
        headers
      ),
    remove: (imageId: string) => t.call(`DELETE ${path}/images/${imageId}`, { as: token }),
    pendingFile: (imageId: string, headers = {}) =>
      t.call(`GET ${path}/revision/images/${imageId}`, { as: token, headers }),
    send
  }
}

/** Asserts that a response is a 200 and returns its body. */
export function succeeded(answer: TestAnswer): TestAnswer['body'] {
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Returns all paths in the asset store. */
export async function storedPaths(t: TestApp): Promise<Set<string>> {
  const paths = new Set<string>()
  for await (const { path } of t.app.deps.assets.list()) paths.add(path)
  return paths
}
