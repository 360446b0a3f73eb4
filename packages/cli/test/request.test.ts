import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { blackPng } from '../../../apps/api/test/images.ts'
import { splitPath } from '../src/request/read-request.ts'
import { type CliService, cliService } from './service.ts'

let s: CliService
before(async () => {
  s = await cliService()
})
after(() => s.close())

const product = (sku: string) =>
  JSON.stringify({
    name: `Bolt ${sku}`,
    sku,
    variants: [{ sku: `${sku}-1`, name: 'Box', vendorPrice: 2.5, weight: 1, initialInventory: 4 }]
  })

async function created(sku: string): Promise<{ id: string }> {
  const { stdout, stderr } = await s.run(['post', '/vendor/products', '--data', product(sku)])
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

test('a resource is created, read, changed and deleted', async () => {
  const { id } = await created('R-1')
  for (const path of [`/vendor/products/${id}`, `vendor/products/${id}`, `/api/v1/vendor/products/${id}`])
    assert.equal(JSON.parse((await s.run(['get', path])).stdout).sku, 'R-1')
  const changed = await s.run(['patch', `/vendor/products/${id}`, '--data', '{ "name": "Nut" }'])
  assert.equal(JSON.parse(changed.stdout).name, 'Nut')
  assert.deepEqual(JSON.parse((await s.run(['delete', `/vendor/products/${id}`])).stdout), {
    id,
    deleted: true
  })
  const gone = await s.run(['get', `/vendor/products/${id}`])
  assert.equal(gone.code, 1)
  assert.match(gone.stderr, /^Error: .*\nMore about this error: http.*\/docs\/errors#not_found\nRequest id: /)
})

test('the body comes from a file or from stdin', async () => {
  await writeFile(join(s.cli.home, 'product.json'), product('R-2'))
  const file = await s.run(['post', '/vendor/products', '--data', '@product.json'])
  assert.equal(JSON.parse(file.stdout).sku, 'R-2')
  const stdin = await s.run(['post', '/vendor/products', '--data', '-'], { stdin: product('R-3') })
  assert.equal(JSON.parse(stdin.stdout).sku, 'R-3')
})

test('NDJSON files are sent as NDJSON', async () => {
  await writeFile(join(s.cli.home, 'items.ndjson'), '{"product":"Bolt","code":"N-1","vendor_price":1}\n')
  const { stdout, stderr } = await s.run(['post', '/vendor/products/bulk-upload', '--data', '@items.ndjson'])
  assert.ok(JSON.parse(stdout).queue_id, stderr)
})

test('a form sends files', async () => {
  const { id } = await created('R-4')
  await writeFile(join(s.cli.home, 'front.png'), blackPng(40, 30))
  const path = `/vendor/products/${id}/images`
  const { stdout, stderr } = await s.run(['post', path, '--form', 'file=@front.png', '--form', 'alt=Front'])
  assert.equal(stderr, '')
  assert.equal(JSON.parse(stdout).images[0].alt, 'Front')
})

test('query parameters come from the path and from --query', async () => {
  const { stdout } = await s.run([
    'get',
    '/vendor/products?first=1',
    '--query',
    'search=R-2',
    '--query',
    'sort='
  ])
  assert.equal(stdout, '')
  const found = await s.run(['get', '/vendor/products?first=1', '--query', 'search=R-2'])
  assert.deepEqual(
    JSON.parse(found.stdout).products.map(({ sku }: { sku: string }) => sku),
    ['R-2']
  )
})

test('--all writes the rows of all pages as NDJSON', async () => {
  for (const sku of ['P-1', 'P-2', 'P-3']) await created(sku)
  const { stdout } = await s.run([
    'get',
    '/vendor/products',
    '--all',
    '--query',
    'first=1',
    '--query',
    'search=P-'
  ])
  const skus = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).sku)
  assert.deepEqual(skus.sort(), ['P-1', 'P-2', 'P-3'])
  const single = await s.run(['get', '/vendor/me/profile', '--all'])
  assert.match(single.stderr, /has no pages\. Leave out `--all`/)
})

test('JSON has indentation only on a terminal', async () => {
  const plain = await s.run(['get', '/vendor/me/profile'])
  assert.doesNotMatch(plain.stdout, /\n/)
  const terminal = await s.run(['get', '/vendor/me/profile'], { columns: 80 })
  assert.equal(terminal.stdout, `${JSON.stringify(JSON.parse(plain.stdout), null, 2)}\n`)
})

test('bytes are saved or piped, but not written to a terminal', async () => {
  const { id } = await created('R-5')
  const image = blackPng(40, 30)
  await writeFile(join(s.cli.home, 'logo.png'), image)
  const logo = await s.run(['post', '/vendor/me/logo', '--form', 'file=@logo.png'])
  assert.equal(logo.code, 0, logo.stderr)
  const asset = JSON.parse((await s.run(['get', '/vendor/me/profile'])).stdout).logoUrl as string
  const path = new URL(asset).pathname
  const terminal = await s.run(['get', path], { columns: 80 })
  assert.match(terminal.stderr, /The response is not text \(image\/.*\)\.\nSave it with `--output FILE`\./)
  assert.equal(terminal.stdout, '')
  const saved = await s.run(['get', path, '--output', 'saved.png'], { columns: 80 })
  assert.match(saved.stderr, /Saved as saved\.png/)
  assert.deepEqual(
    [...(await readFile(join(s.cli.home, 'saved.png'))).subarray(1, 4)],
    [...Buffer.from('PNG')]
  )
  assert.deepEqual(
    (await readdir(s.cli.home)).filter((name) => name.endsWith('.part')),
    []
  )
  assert.ok(id)
})

test('--include shows the headers on stderr, and --if-match protects from overwriting', async () => {
  const { id } = await created('R-6')
  const path = `/vendor/products/${id}`
  const { stdout, stderr } = await s.run(['get', path, '--include'])
  assert.match(stderr, /^HTTP 200/)
  const etag = /^etag: (.*)$/m.exec(stderr)?.[1] ?? ''
  assert.equal(JSON.parse(stdout).id, id)
  const change = (name: string) =>
    s.run(['patch', path, '--data', JSON.stringify({ name }), '--if-match', etag])
  assert.equal((await change('First')).code, 0)
  const second = await change('Second')
  assert.equal(second.code, 1)
  assert.match(second.stderr, /Read the resource again, and send its new ETag\./)
})

test('validation errors are a table of fields, or JSON', async () => {
  const args = ['post', '/vendor/products', '--data', '{ "name": "", "variants": [{}] }']
  const { code, stdout, stderr } = await s.run(args)
  assert.match(stderr, /^Error: The request is not valid\.\n\n {2}Field +Problem\n {2}\/\w+/)
  assert.equal(stdout, '')
  assert.equal(code, 1)
  const json = JSON.parse((await s.run([...args, '--json'])).stderr)
  assert.equal(json.error.code, 'VALIDATION_FAILED')
  assert.equal(json.error.status, 400)
  assert.ok(json.error.faults.length > 1)
  assert.ok(json.error.requestId)
  assert.match(json.error.docUrl, /^http.*\/docs\/errors#validation_failed$/)
})

test('what the account may not do has the exit code 4', async () => {
  const { code, stderr } = await s.run(['get', '/platform/settings'])
  assert.equal(code, 4)
  assert.match(stderr, /Sign in as an operator/)
  const token = await s.run(['get', '/vendor/products'], { env: { PURVEYOR_TOKEN: 'wrong' } })
  assert.equal(token.code, 4)
  assert.match(token.stderr, /Check the API token in PURVEYOR_TOKEN\./)
})

test('paths that need no token are read without signing in', async () => {
  const env = { PURVEYOR_TOKEN: '' }
  assert.equal((await s.run(['get', '/storefront/products'], { env })).code, 0)
  assert.equal((await s.run(['get', '/readyz'], { env })).stdout, '{"status":"ok"}')
  const products = await s.run(['get', '/vendor/products'], { env })
  assert.match(products.stderr, /Sign in with `purveyor login`\./)
})

const mistakes: [name: string, args: string[], message: RegExp][] = [
  ['invalid JSON', ['post', '/x', '--data', '{ name: 1 }'], /The value of `--data` is not valid JSON: /],
  ['a missing file', ['post', '/x', '--data', '@none.json'], /The file none\.json does not exist\./],
  ['a query without a value', ['get', '/x', '--query', 'first'], /`--query first` must be NAME=VALUE\./],
  ['a header without a value', ['get', '/x', '--header', 'Accept'], /must be 'NAME: VALUE'/],
  ['a form and data', ['post', '/x', '--data', '{}', '--form', 'a=b'], /exclude each other/],
  ['another host', ['get', 'https://example.com/vendor/products'], /is not an address of http:/]
]

for (const [name, args, message] of mistakes) {
  test(`${name} is refused before anything is sent`, async () => {
    const { code, stderr } = await s.run(args)
    assert.match(stderr, message)
    assert.equal(code, 2)
  })
}

test('addresses are split only if they are of the service', () => {
  const of = (argument: string, url = 'https://shop.test/base') => splitPath(argument, url).path
  assert.equal(of('/vendor/products'), '/vendor/products')
  assert.equal(of('https://shop.test/base/api/v1/vendor/products'), '/api/v1/vendor/products')
  assert.throws(() => of('https://shop.test/other'), /is not an address of/)
  assert.throws(() => of('https://shop.test.evil.example/base/x'), /is not an address of/)
  assert.throws(() => of('https://shop.test/base@evil.example/x'), /is not an address of/)
})
