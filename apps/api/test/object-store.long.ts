// Runs the tests of asset stores, and of everything that uses them, against versitygw, another S3 server
// than the one of `npm test`. Then makes the store of a running service fail, and reports how soon
// everything works again. Takes about five minutes. Requires versitygw: `go install
// github.com/versity/versitygw/cmd/versitygw@latest`.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestApp, type TestVendor, testApp } from './app.ts'
import { settingsOf } from './asset-stores.ts'
import { type Node, startNode, until } from './bucket.ts'
import { form } from './form.ts'
import { type ImageHost, imageHost } from './image-host.ts'
import { picture } from './images.ts'
import { skipWithout } from './long.ts'
import { serviceFolder } from './running-service.ts'
import { startS3 } from './s3.ts'
import { type S3Fault, type S3Proxy, startS3Proxy } from './s3-proxy.ts'
import { item, linesOf, uploadPath } from './uploads.ts'

process.env.TEST_S3_SERVER = 'versitygw'

const files = [
  'src/assets/asset-store.test.ts',
  'src/assets/copy-files.test.ts',
  'src/assets/s3/s3-store.test.ts',
  'src/assets/s3/s3-location.test.ts',
  'src/installation/claim-asset-store.test.ts',
  'src/modules/media/assets.test.ts',
  'src/modules/media/sweep-assets.test.ts',
  'test/bucket-nodes.test.ts'
]

const skip = skipWithout('versitygw')

describe('versitygw', { skip }, () => {
  for (const file of files) {
    test(`passes ${file}`, async () => {
      const path = join(import.meta.dirname, '..', file)
      // Without NODE_TEST_CONTEXT, the file runs as a test of its own.
      const { NODE_TEST_CONTEXT, ...env } = process.env
      const child = spawn(process.execPath, ['--test', '--conditions=purveyor-source', path], { env })
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
      assert.equal(code, 0, output)
    })
  }
})

const faults: S3Fault[] = [
  { status: 500, code: 'InternalError' },
  { status: 503, code: 'SlowDown' },
  'cut upload',
  'cut download',
  'hang'
]

describe('a service whose store fails', { skip }, () => {
  let t: TestApp
  let proxy: S3Proxy
  let host: ImageHost
  let folder: string
  let node: Node
  let vendor: TestVendor
  let image: Buffer

  before(async () => {
    proxy = await startS3Proxy(await startS3())
    t = await testApp()
    vendor = await t.vendor()
    image = await picture().png().toBuffer()
    host = await imageHost((_request, response) => response.setHeader('content-type', 'image/png').end(image))
    folder = await serviceFolder()
    node = await startNode(t, folder, settingsOf(proxy.server, `s3://${proxy.server.bucket}/assets`))
  })
  after(async () => {
    node.child.kill('SIGKILL')
    await node.ended
    await host.close()
    await t.close()
    await proxy.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function newProduct(): Promise<string> {
    const body = { name: 'Hex bolt', sku: crypto.randomUUID() }
    return (await t.call('POST /vendor/products', { as: vendor.owner, body })).body.id
  }

  /** Adds an image to the product, and returns the status of the response and its Retry-After header. */
  async function addImage(product: string) {
    const sent = await form([['file', new Uint8Array(image)]])
    const answer = await node.call(`POST /vendor/products/${product}/images`, { as: vendor.owner, ...sent })
    await answer.arrayBuffer()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
  }

  /**
   * Reads the image. Returns the status, or `cut` if the response ended early. Never accepts a shorter image.
   */
  async function readFile(request: string, bytes: number): Promise<number | 'cut'> {
    const answer = await node.call(request)
    const body = await answer.arrayBuffer().catch(() => undefined)
    if (body === undefined) return 'cut'
    if (answer.status === 200) assert.equal(body.byteLength, bytes)
    return answer.status
  }

  /** Starts an upload of three items with an image each, and returns the id of the import job. */
  async function upload(name: string): Promise<string> {
    const list = [0, 1, 2].map((n) => item(`${name}-${n}`, { images: `${host.origin}/${name}/${n}.png` }))
    const answer = await node.call(`POST ${uploadPath}`, {
      as: vendor.owner,
      raw: Buffer.from(linesOf(list)),
      headers: { 'content-type': 'application/x-ndjson' }
    })
    const { queue_id }: ReturnType<typeof JSON.parse> = await answer.json()
    return queue_id
  }

  async function isDone(job: string): Promise<boolean> {
    const [row] = await t.sql`select status, images_fetched from import_jobs where id = ${job}`
    return row?.status === 'COMPLETED' && row.imagesFetched === 3
  }

  const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

  for (const [index, fault] of faults.entries()) {
    const name = typeof fault === 'object' ? fault.code : fault
    test(`answers 503 only where files are needed, and recovers: ${name}`, async (context) => {
      const product = await newProduct()
      assert.equal((await addImage(product)).status, 200)
      const [stored] = await t.sql<{ path: string }[]>`
        select path from product_images where product_id = ${product}`
      const url = `GET /assets/${stored?.path}`
      const { byteLength: bytes } = await (await node.call(url)).arrayBuffer()
      // A response to HEAD has no body that could be cut.
      proxy.fault = (request) => (fault === 'cut download' && request.startsWith('HEAD') ? undefined : fault)
      const job = await upload(`F${index}`)

      const start = performance.now()
      const refused = await addImage(product)
      context.diagnostic(`${name}: an upload of an image got ${refused.status} after ${since(start)}`)
      if (fault !== 'cut download') assert.deepEqual(refused, { status: 503, retryAfter: '2' })
      // Requests for files don't keep others from being served.
      const reads = Array.from({ length: 200 }, () => readFile(url, bytes))
      for (let count = 0; count < 20; count++) {
        const answer = await node.call('GET /vendor/products', { as: vendor.owner })
        await answer.arrayBuffer()
        assert.equal(answer.status, 200)
        await sleep(50)
      }
      const statuses = new Set(await Promise.all(reads))
      context.diagnostic(`${name}: 200 reads of a file got ${[...statuses]} after ${since(start)}`)
      const expected = new Set<number | 'cut'>([200, 503, 'cut'])
      assert.deepEqual(statuses.difference(expected), new Set())

      proxy.reset()
      const recovery = performance.now()
      await until(async () => (await node.call(url)).status === 200)
      context.diagnostic(`${name}: files were served ${since(recovery)} after the store worked again`)
      await until(async () => (await addImage(product)).status === 200)
      context.diagnostic(`${name}: images were accepted ${since(recovery)} after the store worked again`)
      await until(() => isDone(job))
      context.diagnostic(
        `${name}: the bulk upload was complete ${since(recovery)} after the store worked again`
      )
    })
  }
})
