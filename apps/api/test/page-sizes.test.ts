import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../src/lib/ids.ts'
import { type TestApp, testApp } from './app.ts'

type Parameter = { name: string; in: string; schema: { minimum?: number; maximum?: number } }
type Document = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }
type Size = { path: string; name: string; maximum: number | undefined }

let t: TestApp
let sizes: Size[]
before(async () => {
  t = await testApp()
  const { paths } = t.app.swagger() as unknown as Document
  sizes = Object.entries(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter(({ name, in: location }) => location === 'query' && ['first', 'last'].includes(name))
      .map(({ name, schema }) => ({ path, name, maximum: schema.maximum }))
  )
})
after(() => t.close())

/** Sends a request for a page of this size, and returns the fault of the size. */
async function faultOf({ path, name }: Size, size: number, as: string) {
  const url = path.replaceAll(/\{\w+\}/g, () => newId())
  const { body } = await t.call(`GET ${url.replace('/api/v1', '')}?${name}=${size}&unknown=1`, { as })
  assert.equal(body.code, 'VALIDATION_FAILED', path)
  const faults = body.errors as { parameter: string; code: string; message: string }[]
  return faults.find(({ parameter }) => parameter === name)
}

test('every list refuses a page larger than the maximum in the OpenAPI document', async () => {
  assert.ok(sizes.length > 30, String(sizes.length))
  const [{ owner }, operator] = [await t.vendor(), await t.operator('OWNER')]
  for (const size of sizes) {
    const { path, name, maximum } = size
    assert.ok(maximum === 100 || maximum === 500, `${path} ${name}: ${maximum}`)
    const as = path.includes('/platform/') ? operator : owner
    for (const tooLarge of [maximum + 1, 100_000]) {
      const fault = await faultOf(size, tooLarge, as)
      assert.equal(fault?.code, 'TOO_LARGE', path)
      assert.match(fault.message, new RegExp(`\\b${maximum}\\b`))
    }
    const isRows = path.endsWith('/products') && maximum === 500
    assert.equal((await faultOf(size, maximum, as))?.code, isRows ? 'TOO_LARGE' : undefined, path)
    assert.equal(await faultOf(size, 100, as), undefined, path)
  }
})
