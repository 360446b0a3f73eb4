import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from './app.ts'
import { settingsOf } from './asset-stores.ts'
import { type Node, startNode, until } from './bucket.ts'
import { form } from './form.ts'
import { type ImageHost, imageHost } from './image-host.ts'
import { picture } from './images.ts'
import { serviceFolder } from './running-service.ts'
import { type S3Server, startS3 } from './s3.ts'
import { item, linesOf, uploadPath } from './uploads.ts'

let t: TestApp
let server: S3Server
let host: ImageHost
let folder: string
let vendor: TestVendor
let image: Buffer
let settings: Record<string, string>
const nodes: Node[] = []

before(async () => {
  server = await startS3()
  t = await testApp()
  vendor = await t.vendor()
  image = await picture().png().toBuffer()
  host = await imageHost((_request, response) => response.setHeader('content-type', 'image/png').end(image))
  folder = await serviceFolder()
  settings = settingsOf(server, `s3://${server.bucket}/assets`)
  const roles = ['api', 'api', 'worker', 'worker']
  const started = roles.map(async (role, index) => {
    const env = { ...settings, PURVEYOR_ROLE: role, DATA_DIR: `${folder}/${index}` }
    nodes[index] = await startNode(t, folder, env)
  })
  await Promise.allSettled(started)
  await Promise.all(started)
})
after(async () => {
  for (const { child, ended } of nodes.filter(Boolean)) {
    child.kill('SIGKILL')
    await ended
  }
  await host.close()
  await t.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the number of nodes among the first two that serve the file. */
async function servedBy(path: string): Promise<number> {
  const answers = await Promise.all(nodes.slice(0, 2).map((node) => node.call(`GET ${path}`)))
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return answers.filter(({ status }, index) => status === 200 && bodies[index]?.byteLength !== 0).length
}

const pathOf = (url: string) => new URL(url).pathname

describe('two API nodes and two workers on one bucket', () => {
  test('serve the images of an upload through either node', async () => {
    for (const [index, node] of nodes.slice(0, 2).entries()) {
      const list = [0, 1, 2].map((n) =>
        item(`N${index}-${n}`, { images: `${host.origin}/${index}/${n}.png` })
      )
      const uploaded = await node.call(`POST ${uploadPath}`, {
        as: vendor.owner,
        raw: Buffer.from(linesOf(list)),
        headers: { 'content-type': 'application/x-ndjson' }
      })
      const { queue_id: job }: ReturnType<typeof JSON.parse> = await uploaded.json()
      const done = await until(async () => {
        const answer = await node.call(`GET /vendor/import-jobs/${job}`, { as: vendor.owner })
        const body: ReturnType<typeof JSON.parse> = await answer.json()
        return ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED'].includes(body.status) && body
      })
      assert.equal(done.status, 'COMPLETED')
    }
    const rows = await t.sql<{ path: string }[]>`select path from product_images order by id`
    assert.equal(rows.length, 6)
    for (const { path } of rows) assert.equal(await servedBy(`/assets/${path}`), 2)
  })

  test('serve an uploaded image, which a CDN can read from the bucket under the same path', async () => {
    const [first, second] = nodes
    const { body: product } = await t.call('POST /vendor/products', {
      as: vendor.owner,
      body: { name: 'Hex bolt', sku: 'HB-1' }
    })
    const { raw, headers } = await form([['file', new Uint8Array(image)]])
    const added = await second?.call(`POST /vendor/products/${product.id}/images`, {
      as: vendor.owner,
      raw,
      headers
    })
    const body = await added?.json()
    assert.equal(added?.status, 200, JSON.stringify(body))
    const [row] = await t.sql<
      { path: string }[]
    >`select path from product_images where product_id = ${product.id}`
    const path = `/assets/${row?.path}`
    assert.match(JSON.stringify(body), new RegExp(pathOf(`http://x${path}`)))
    assert.equal(await servedBy(path), 2)
    const served = await first?.call(`GET ${path}`)
    if (process.env.TEST_S3_SERVER) return
    const direct = await fetch(`${server.endpoint}/${server.bucket}${path}`)
    assert.deepEqual(await direct.arrayBuffer(), await served?.arrayBuffer())
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-disposition'])
      assert.equal(direct.headers.get(name), served?.headers.get(name), name)
  })

  test('a node with another prefix, bucket or key refuses to start with one sentence', async () => {
    const other = (env: Record<string, string>) =>
      startNode(t, folder, { ...settings, ...env, PURVEYOR_ROLE: 'api' }).then(
        () => assert.fail('the node started'),
        (error: Error) => error.message.split('\n').filter((line) => line && !line.startsWith('{'))
      )
    const cases: [Record<string, string>, RegExp][] = [
      [
        { ASSET_STORE: `s3://${server.bucket}/other` },
        /is not the one that this database uses: set ASSET_STORE/
      ],
      [
        { ASSET_STORE: 's3://missing/assets' },
        /^The bucket of the asset store s3:\/\/missing\/assets does not exist/
      ],
      [{ S3_ACCESS_KEY_ID: 'someone' }, /S3_ACCESS_KEY_ID/]
    ]
    const refusals = await Promise.all(cases.map(([env]) => other(env)))
    for (const [index, lines] of refusals.entries()) {
      assert.equal(lines.length, 1, lines.join('\n'))
      assert.match(lines[0] ?? '', cases[index]?.[1] ?? /$^/)
    }
  })
})
