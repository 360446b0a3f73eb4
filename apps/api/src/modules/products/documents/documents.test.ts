import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

type Body = Record<string, unknown>
type Document = {
  id: string
  title: string
  url: string | null
  document: string | null
  [field: string]: unknown
}

const mib = 1024 * 1024
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
const entry = (fields: Body = {}) => ({ title: 'Sheet', type: 'SPEC', ...fields })
const url = 'https://supplier.example/a.pdf'
const post = (documents: Body[] | null, fields: Body = {}) =>
  t.call('POST /vendor/products', {
    as: vendor.owner,
    body: { name: 'Hex bolt', sku: newId(), ...fields, documents }
  })
async function create(documents: Body[]) {
  const { status, body, text } = await post(documents)
  assert.equal(status, 201, text)
  return { id: body.id as string, documents: body.documents as Document[] }
}
const patch = (id: string, documents: Body[] | null, fields: Body = {}) =>
  t.call(`PATCH /vendor/products/${id}`, { as: vendor.owner, body: { ...fields, documents } })
const read = (id: string) => t.call(`GET /vendor/products/${id}`, { as: vendor.owner })

async function fileOf(document: Document | undefined) {
  assert.ok(document?.document)
  const { pathname } = new URL(document.document)
  return t.app.inject({ method: 'GET', url: pathname })
}

async function storedFiles(): Promise<string[]> {
  const paths = []
  for await (const { path } of t.app.deps.assets.list()) paths.push(path)
  return paths.sort()
}

describe('documents with a file', () => {
  test('are stored, and served with the type of their content', async () => {
    const pdf = '%PDF-1.7\n%%EOF'
    const html = '<script>alert(1)</script>'
    const { documents } = await create([
      entry({ base64Document: base64(pdf) }),
      entry({ base64Document: `data:image/png;base64,${base64(html)}`, url }),
      entry({ base64Document: base64(Uint8Array.of(0, 255)) }),
      entry({ url })
    ])
    assert.deepEqual(
      documents.map(({ size, sortOrder, url: link }) => [size, sortOrder, link]),
      [
        [String(pdf.length), 0, null],
        [String(html.length), 1, url],
        ['2', 2, null],
        [null, 3, url]
      ]
    )
    const files = await Promise.all(documents.slice(0, 3).map(fileOf))
    assert.deepEqual(
      files.map(({ statusCode, headers }) => [statusCode, headers['content-type']]),
      [
        [200, 'application/pdf'],
        [200, 'text/plain; charset=utf-8'],
        [200, 'application/octet-stream']
      ]
    )
    assert.deepEqual(
      files.map(({ headers }) => /^attachment/.test(String(headers['content-disposition']))),
      [false, true, true]
    )
    assert.deepEqual(files[1]?.rawPayload, Buffer.from(html))
    assert.equal(documents[3]?.document, null)
  })

  test('can have up to 10 MiB each, in a body of up to 20 MiB', async () => {
    const { id } = await create([])
    const largest = await patch(id, [entry({ base64Document: base64(new Uint8Array(10 * mib)) })])
    assert.equal(largest.body.documents[0].size, String(10 * mib))
    const beyond = [entry({ url }), entry({ base64Document: base64(new Uint8Array(10 * mib + 1)) })]
    const faults = { '/documents/1/base64Document': 'DOCUMENT_TOO_LARGE' }
    assertFaults(await patch(id, beyond), faults)
    assertFaults(await post(beyond), faults)
    const body = JSON.stringify({ brand: 'Boltwell' })
    const full = body + ' '.repeat(20 * mib - body.length)
    const send = (raw: string) => t.call(`PATCH /vendor/products/${id}`, { as: vendor.owner, raw })
    assert.equal((await send(full)).status, 200)
    assertProblem(await send(`${full} `), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('are refused with the faults of all entries, and no file is stored', async () => {
    const { id } = await create([])
    const before = await storedFiles()
    const documents = [
      entry({ base64Document: base64('good') }),
      entry({ base64Document: 'Zg' }),
      entry({ base64Document: 'data:text/plain;base64,' }),
      entry({ base64Document: 'Z g=' }),
      entry({ base64Document: 12 }),
      entry({ url: '' })
    ]
    const faults = {
      '/documents/1/base64Document': 'INVALID_BASE64',
      '/documents/2/base64Document': 'TOO_SHORT',
      '/documents/3/base64Document': 'INVALID_BASE64',
      '/documents/4/base64Document': 'INVALID_TYPE',
      '/documents/5/url': 'INVALID_URL'
    }
    assertFaults(await post(documents), faults)
    assertFaults(await patch(id, documents), faults)
    assertFaults(await post([entry({ id: newId(), url })]), { '/documents/0/id': 'ID_ON_CREATE' })
    assert.deepEqual(await storedFiles(), before)
    assert.deepEqual((await read(id)).body.documents, [])
  })

  test('leave no files if the request fails in the database, even with an Idempotency-Key', async () => {
    const taken = newId()
    await post([], { sku: taken })
    const { id } = await create([])
    const before = await storedFiles()
    const documents = [entry({ base64Document: base64('a') }), entry({ base64Document: base64('b') })]
    assertFaults(await post(documents, { sku: taken }), { '/sku': 'SKU_TAKEN' })
    assertFaults(await patch(id, documents, { sku: taken }), { '/sku': 'SKU_TAKEN' })
    assertProblem(await patch(newId(), documents), 404, 'NOT_FOUND')
    const keyed = await t.call(`PATCH /vendor/products/${id}`, {
      as: vendor.owner,
      body: { documents, sku: taken },
      headers: { 'idempotency-key': newId() }
    })
    assertFaults(keyed, { '/sku': 'SKU_TAKEN' })
    assert.deepEqual(await storedFiles(), before)
  })

  test('still have their files if the transaction is retried', async () => {
    const { id } = await create([])
    const { id: other } = await create([])
    const slug = `raced-${id}`
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update products set slug = ${slug} where id = ${other}`,
      waiting: 1,
      work: () => patch(id, [entry({ base64Document: base64('file') })], { slug })
    })
    assert.deepEqual([answer.status, answer.body.slug], [200, `${slug}-2`])
    assert.equal((await fileOf(answer.body.documents[0])).payload, 'file')
  })
})

describe('a document without a URL and a file', () => {
  const named = { url: null, document: null, size: null }

  test('is created, changed and given a URL or a file later', async () => {
    const { id, documents } = await create([entry(), entry({ url: null, base64Document: null })])
    assert.deepEqual(
      documents.map(({ title, url, document, size }) => ({ title, url, document, size })),
      Array(2).fill({ title: 'Sheet', ...named })
    )
    const [first, second] = documents
    const { body: renamed } = await patch(id, [
      { id: first?.id, title: 'Manual' },
      { id: second?.id },
      entry()
    ])
    assert.deepEqual(renamed.documents.slice(0, 2), [
      { ...first, title: 'Manual', updatedAt: renamed.documents[0].updatedAt },
      second
    ])
    const filled = [
      { id: first?.id, url },
      { id: second?.id, base64Document: base64('file') },
      { id: renamed.documents[2].id }
    ]
    const { body } = await patch(id, filled)
    assert.deepEqual(
      body.documents.map(({ url: link, size }: Document) => [link, size]),
      [
        [url, null],
        [null, '4'],
        [null, null]
      ]
    )
    assert.equal((await fileOf(body.documents[1])).payload, 'file')
  })

  test('is shown to customers, without a link', async () => {
    const { body } = await post([entry()])
    await t.sql`insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
      values (${newId()}, ${body.id}, ${vendor.id}, 0, 'A', 'A', 1)`
    await t.sql`update products set status = 'PUBLISHED' where id = ${body.id}`
    const shown = await t.call(`GET /storefront/products/${body.slug}`)
    assert.deepEqual(shown.body.documents, body.documents)
  })

  test('is in the history with its title and type', async () => {
    const { id } = await create([])
    await patch(id, [entry()])
    const [row] = (await t.call(`GET /vendor/products/${id}/history`, { as: vendor.owner })).body.history
    const [{ id: _, ...recorded }] = row.newValue
    assert.deepEqual(
      [row.field, recorded],
      ['documents', { title: 'Sheet', type: 'SPEC', url: null, document: null, sortOrder: 0 }]
    )
  })
})

describe('documents of an update', () => {
  test('replace the set, and omitted fields of an existing document stay unchanged', async () => {
    const { id, documents } = await create([
      entry({ title: 'One', base64Document: base64('one'), url }),
      entry({ title: 'Two', base64Document: base64('two'), sortOrder: 7 }),
      entry({ title: 'Three', url })
    ])
    const [one, three, two] = documents
    assert.ok(one && two && three)
    const { body } = await patch(id, [
      entry({ title: 'New', url, sortOrder: 1 }),
      { id: one.id.toUpperCase(), url: null },
      { id: two.id, title: 'Second', type: 'SDS', url: 'https://supplier.example/b.pdf', sortOrder: 3 }
    ])
    const [first, added, second] = body.documents
    assert.deepEqual([added.title, added.sortOrder, body.documents.length], ['New', 1, 3])
    assert.deepEqual(first, { ...one, url: null, updatedAt: first.updatedAt })
    const changes = { title: 'Second', type: 'SDS', url: 'https://supplier.example/b.pdf', sortOrder: 3 }
    assert.deepEqual(second, { ...two, ...changes, updatedAt: second.updatedAt })
    assert.equal((await fileOf(second)).payload, 'two')
    assert.deepEqual((await patch(id, [])).body.documents, [])
  })

  test('can replace the stored file', async () => {
    const { id, documents } = await create([entry({ base64Document: base64('old'), url })])
    const { body } = await patch(id, [{ id: documents[0]?.id, base64Document: base64('newer') }])
    const [after] = body.documents
    assert.deepEqual([after.id, after.url, after.size], [documents[0]?.id, url, '5'])
    assert.equal((await fileOf(after)).payload, 'newer')
  })

  test('lose their URL if it is null, even if they have no file', async () => {
    const { id, documents } = await create([entry({ url })])
    const [document] = documents
    const { body } = await patch(id, [{ id: document?.id, url: null }])
    assert.deepEqual(body.documents, [{ ...document, url: null, updatedAt: body.documents[0].updatedAt }])
  })

  test('are unknown if they belong to another product or vendor', async () => {
    const other = await t.vendor()
    const [own, sibling] = [await create([entry({ url })]), await create([entry({ url })])]
    const foreign = await t.call('POST /vendor/products', {
      as: other.owner,
      body: { name: 'Hex bolt', sku: newId(), documents: [entry({ base64Document: base64('secret') })] }
    })
    for (const id of [sibling.documents[0]?.id, foreign.body.documents[0].id]) {
      const documents = [{ id: own.documents[0]?.id }, { id, title: 'Mine' }]
      assertFaults(await patch(own.id, documents), { '/documents/1/id': 'UNKNOWN_DOCUMENT' })
      const [row] = await t.sql`select title from product_documents where id = ${id}`
      assert.equal(row?.title, 'Sheet')
    }
    assert.deepEqual((await read(own.id)).body.documents, own.documents)
  })

  test('can be fifty, which are updated by their ids', async () => {
    const { id } = await create([])
    const some = Array.from({ length: 50 }, (_, index) => entry({ title: `${index}`, url }))
    const { body } = await patch(id, some)
    assert.equal(body.documents.length, 50)
    const renamed = body.documents.map((document: Document) => ({
      id: document.id,
      title: `new ${document.title}`
    }))
    const again = await patch(id, renamed)
    assert.deepEqual(
      again.body.documents.map(({ title }: Document) => title),
      some.map((document) => `new ${document.title}`)
    )
  })
})
