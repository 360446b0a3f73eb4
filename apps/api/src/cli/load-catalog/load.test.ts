import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'
import { createUser } from '../../modules/auth/accounts.ts'
import { FatalError } from './errors.ts'
import { loadCatalog } from './load.ts'
import { readOptions } from './options.ts'

const password = 'a password for tests'
const env = { VENDOR_PASSWORD: password, OPERATOR_PASSWORD: password }

let t: TestApp
let url: string
let folder: string
before(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'load-catalog-'))
  await account('operator@example.test', { vendorId: null, isPlatform: true })
})
after(async () => {
  await t.close()
  await rm(folder, { recursive: true })
})

async function account(
  email: string,
  owner: { vendorId: string | null; isPlatform: boolean }
): Promise<void> {
  await t.sql.begin((tx) => createUser(tx, { ...owner, email, name: 'Test user', role: 'OWNER', password }))
}

/** A vendor with an account that can sign in, and an access token for checks. */
async function newVendor(commissionPercent = 0) {
  const vendor = await t.vendor({ commissionPercent })
  const email = `${newId()}@example.test`
  await account(email, { vendorId: vendor.id, isPlatform: false })
  return { ...vendor, email }
}

function collector(onText = (_: string) => {}) {
  const pieces: string[] = []
  const stream = new Writable({
    write(piece, _, done) {
      pieces.push(String(piece))
      onText(String(piece))
      done()
    }
  })
  return { stream, text: () => pieces.join('') }
}

type Run = {
  file: string
  email: string
  args?: string[]
  signal?: AbortSignal
  onProgress?: (text: string) => void
}

async function load({ file, email, args = [], signal = new AbortController().signal, onProgress }: Run) {
  const [out, err] = [collector(), collector(onProgress)]
  const accounts = ['--vendor-email', email, '--operator-email', 'operator@example.test']
  const options = readOptions([file, '--url', url, ...accounts, ...args], env, folder)
  assert.ok(options !== 'help')
  const code = await loadCatalog(options, {
    signal,
    stdout: out.stream,
    stderr: err.stream,
    journalFolder: join(folder, 'journals'),
    command: 'npm run load-catalog -- catalog.ndjson'
  })
  return { code, report: out.text(), progress: err.text() }
}

let files = 0
async function write(lines: (object | string)[]): Promise<string> {
  const file = join(folder, `${++files}.ndjson`)
  await writeFile(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  )
  return file
}

function product(sku: string, change: object = {}) {
  return {
    sku,
    name: `Wrench ${sku}`,
    description: `Wrench & co, 5 < 6, ${sku}`,
    brand: 'Boltwell',
    categoryPath: ['Loaded', 'Hand tools', 'Wrenches'],
    price: 9.99,
    ...change
  }
}

describe('loading a catalog', () => {
  test('creates, approves and verifies every valid row, and reports the errors of the others', async () => {
    const vendor = await newVendor(12.5)
    const file = await write([
      product('A-1', { name: '  Schraubenschlüssel 扳手 🔧 ' }),
      '{"sku": "A-2", "name": ',
      product('A-3', {
        categoryPath: ['Loaded', 'Electrical'],
        price: '0.0125',
        brand: null,
        description: null
      }),
      product('A-4', { name: 'x'.repeat(256) }),
      product('A-5', { categoryPath: [], description: '<b>Bold</b><script>alert(1)</script>' }),
      { ...product('A-6'), price: undefined },
      product('A-7', { name: 'x'.repeat(255) })
    ])
    const first = await load({ file, email: vendor.email, args: ['--approve', '--verify'] })
    assert.equal(first.code, 1)
    assert.match(
      first.report,
      / 4 created\n +0 already existed\n +4 approved\n +4 verified\n +3 failed\n +4 categories created\n/
    )
    const failures = first.report.split('Failed rows:\n')[1]?.trimEnd().split('\n') ?? []
    assert.match(failures.join('\n'), /^ {2}line 2: is not valid JSON/)
    assert.match(
      failures.join('\n'),
      / {2}line 4 \(A-4\): 400 \/name TOO_LONG: must have at most 255 characters/
    )
    assert.match(failures.join('\n'), / {2}line 6: \/price is missing$/)
    const shown = await t.call(`GET /vendor/products?sku=A-1`, { as: vendor.owner })
    const [found] = shown.body.products
    assert.deepEqual(
      [
        found.name,
        found.status,
        found.categories[0].name,
        found.variants[0].vendorPrice,
        found.variants[0].price
      ],
      ['Schraubenschlüssel 扳手 🔧', 'PUBLISHED', 'Wrenches', '9.99', '11.24']
    )

    const second = await load({ file, email: vendor.email, args: ['--approve', '--verify'] })
    assert.equal(second.code, 1)
    assert.match(
      second.report,
      / 0 created\n +0 already existed\n +0 approved\n +0 verified\n +3 failed\n +4 done in an earlier run/
    )
    assert.equal((await t.call('GET /vendor/products', { as: vendor.owner })).body.products.length, 4)
  })

  test('without a journal finds that everything already exists, and creates no category twice', async () => {
    const vendor = await newVendor()
    const rows = Array.from({ length: 12 }, (_, index) =>
      product(`B-${index}`, { categoryPath: ['Twice', `Kind ${index % 3}`] })
    )
    const file = await write(rows)
    const run = (journal: string, more: string[] = []) =>
      load({ file, email: vendor.email, args: ['--journal', journal, ...more] })
    // Two runs at the same time, so that their requests overlap.
    const [one, other] = await Promise.all([run('one'), run('other')])
    assert.deepEqual([one.code, other.code], [0, 0])
    const created = [one, other].map(({ report }) => Number(/(\d+) created/.exec(report)?.[1]))
    assert.equal(
      created.reduce((sum, count) => sum + count),
      12
    )
    const third = await run('third', ['--approve', '--verify'])
    assert.match(third.report, / 0 created\n +12 already existed\n +12 approved\n +12 verified\n +0 failed$/m)
    const fourth = await run('fourth', ['--approve', '--verify'])
    assert.match(fourth.report, / 0 created\n +12 already existed\n +0 approved\n +12 verified\n +0 failed$/m)
    const categories =
      await t.sql`select name from categories where name = 'Twice' or name like 'Kind %' order by name`
    assert.deepEqual(
      categories.map(({ name }) => name),
      ['Kind 0', 'Kind 1', 'Kind 2', 'Twice']
    )
  })

  test('creates a product again that was deleted since', async () => {
    const vendor = await newVendor()
    const file = await write([product('C-1')])
    await load({ file, email: vendor.email, args: ['--journal', 'c1'] })
    const [{ id }] = (await t.call('GET /vendor/products', { as: vendor.owner })).body.products
    await t.call(`DELETE /vendor/products/${id}`, { as: vendor.owner })
    const { code, report } = await load({ file, email: vendor.email, args: ['--journal', 'c2', '--verify'] })
    assert.equal(code, 0, report)
    assert.match(report, / 1 created\n +0 already existed\n +1 verified/)
  })

  test('reports how an existing product differs from its row', async () => {
    const vendor = await newVendor()
    const file = await write([product('D-1'), product('D-1', { price: 10, brand: 'Other' })])
    const { code, report } = await load({
      file,
      email: vendor.email,
      args: ['--verify', '--concurrency', '1']
    })
    assert.equal(code, 1)
    assert.match(report, / 1 created\n +1 already existed\n +1 verified\n +1 failed/)
    assert.match(report, /line 2 \(D-1\): brand is "Boltwell", not "Other"/)
    assert.match(report, /line 2 \(D-1\): vendorPrice is "9.99", not "10.00"/)
  })

  test('continues where it was interrupted', async () => {
    const vendor = await newVendor()
    const file = await write(
      Array.from({ length: 250 }, (_, index) => product(`E-${index}`, { categoryPath: [] }))
    )
    const stop = new AbortController()
    const onProgress = (text: string) => {
      if (text.startsWith('50 of 250')) stop.abort()
    }
    const first = await load({ file, email: vendor.email, signal: stop.signal, onProgress })
    assert.equal(first.code, 130)
    assert.match(
      first.progress,
      /To continue where it stopped, run:\n\n {2}npm run load-catalog -- catalog\.ndjson/
    )
    const created = Number(/(\d+) created/.exec(first.report)?.[1])
    assert.ok(created >= 50 && created < 100, first.report)
    const second = await load({ file, email: vendor.email })
    assert.equal(second.code, 0)
    assert.match(
      second.report,
      new RegExp(
        ` ${250 - created} created\\n +0 already existed\\n +0 failed\\n +${created} done in an earlier run`
      )
    )
  })

  test('loads at most --limit rows, not counting blank lines', async () => {
    const vendor = await newVendor()
    const file = await write([product('F-1'), '', product('F-2'), product('F-3')])
    const { report } = await load({ file, email: vendor.email, args: ['--limit', '2', '--journal', 'f'] })
    assert.match(report, /^2 rows in/m)
    const journal = await readFile(join(folder, 'f'), 'utf8')
    assert.deepEqual(
      journal
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line).line)
        .sort(),
      [1, 3]
    )
  })

  test('reports in one message why it cannot start', async () => {
    const vendor = await newVendor()
    const file = await write([product('G-1')])
    const stops: [Run, RegExp][] = [
      [{ file: 'missing.ndjson', email: vendor.email }, /^The file .*missing\.ndjson does not exist\.$/],
      [{ file: folder, email: vendor.email }, /is not a file\.$/],
      [
        { file, email: 'unknown@example.test' },
        /^unknown@example\.test cannot sign in: the email address or the password is wrong/
      ],
      [{ file, email: 'operator@example.test' }, /is not an account of a vendor/],
      [
        { file, email: vendor.email, args: ['--url', 'http://127.0.0.1:1'] },
        /^The service at http:\/\/127\.0\.0\.1:1 cannot be reached/
      ]
    ]
    for (const [run, message] of stops) {
      await assert.rejects(load(run), (error) => error instanceof FatalError && message.test(error.message))
    }
  })
})
