import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { openBody, type Sent } from '../src/upload-body.ts'
import { isRepeatable, type UploadSource } from '../src/upload-source.ts'

const items = [{ code: 'A' }, { code: 'Ä', amount: 2 }]
const text = '{"code":"A"}\n{"code":"Ä","amount":2}\n'

async function readBody(source: UploadSource, onSent?: (sent: Sent) => void): Promise<string> {
  const bytes = await new Response(openBody(source, onSent).stream).arrayBuffer()
  return gunzipSync(bytes).toString()
}

async function* each<T>(values: T[]): AsyncGenerator<T> {
  yield* values
}

test('every kind of source becomes the same NDJSON, compressed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-upload-'))
  const file = join(folder, 'items.ndjson')
  await writeFile(file, text)
  const sources: Record<string, UploadSource> = {
    array: items,
    set: new Set(items),
    iterator: items.values(),
    generator: each(items),
    'stream of items': ReadableStream.from(items),
    'stream of bytes': new Blob([text]).stream(),
    'file stream': createReadStream(file, { highWaterMark: 5 }),
    blob: new Blob([text]),
    bytes: new TextEncoder().encode(text),
    function: () => each(items),
    'asynchronous function': async () => new Blob([text])
  }
  try {
    for (const [kind, source] of Object.entries(sources)) {
      let last: Sent | undefined
      assert.equal(await readBody(source, (sent) => (last = sent)), text, kind)
      assert.equal(last?.items, 2, kind)
      assert.ok((last?.bytes ?? 0) > 20, kind)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an upload without items is empty', async () => {
  assert.equal(await readBody([]), '')
})

test('only sources that can be read from the beginning again are repeatable', () => {
  for (const source of [items, new Set(items), new Blob([text]), new Uint8Array(), () => items])
    assert.equal(isRepeatable(source), true)
  for (const source of [items.values(), each(items), new Blob([text]).stream()])
    assert.equal(isRepeatable(source), false)
})

test('an item that JSON cannot express is refused with its index', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const cases: [unknown, RegExp][] = [
    [undefined, /^Item 1 of the upload is undefined\. Each item must be an object\.$/],
    [null, /^Item 1 of the upload is null\./],
    ['{"code":"A"}', /^Item 1 of the upload is a string\./],
    [[{ code: 'A' }], /^Item 1 of the upload is an array\./],
    [{ amount: 1n }, /^Item 1 of the upload can't be written as JSON: .*BigInt/],
    [circular, /^Item 1 of the upload can't be written as JSON: .*circular/],
    [{ vendor_price: Number.NaN }, /^Item 1 of the upload can't be written as JSON: "vendor_price" is NaN$/],
    [new Date(), /^Item 1 of the upload is not an object when it is written as JSON\.$/]
  ]
  for (const [item, message] of cases) {
    const source = [{ code: 'A', upc: null }, item as object]
    await assert.rejects(readBody(source), { name: 'TypeError', message })
  }
})

test('something that is no source is refused', async () => {
  for (const source of ['{"code":"A"}\n', { items }, 5, null])
    await assert.rejects(
      readBody(source as unknown as UploadSource),
      /^TypeError: The source of an upload must/
    )
})

test('an error of the source reaches the caller, and its generator is closed', async () => {
  const broken = new Error('the database is gone')
  let isClosed = false
  async function* source() {
    try {
      yield { code: 'A' }
      throw broken
    } finally {
      isClosed = true
    }
  }
  await assert.rejects(readBody(source()), (error) => error === broken)
  assert.ok(isClosed)
})

test('a source is read only as fast as its body, and closed when the body is cancelled', async () => {
  let count = 0
  const closed = Promise.withResolvers<void>()
  function* source() {
    try {
      for (;;) yield { code: `${count++}`, description: crypto.getRandomValues(new Uint8Array(500)).join('') }
    } finally {
      closed.resolve()
    }
  }
  const reader = openBody(source()).stream.getReader()
  await reader.read()
  await sleep(200)
  assert.ok(count < 2000, `${count} items were read in advance`)
  await reader.cancel()
  await closed.promise
})

test('closing a body closes its source', async () => {
  const closed = Promise.withResolvers<void>()
  function* source() {
    try {
      for (;;) yield { code: crypto.randomUUID() }
    } finally {
      closed.resolve()
    }
  }
  const body = openBody(source())
  const reader = body.stream.getReader()
  await reader.read()
  body.close()
  await closed.promise
  await assert.rejects(reader.closed)
})

test('a slow source is sent piece by piece', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const more = Promise.withResolvers<void>()
  async function* source() {
    yield new TextEncoder().encode('{"code":"A"}\n')
    await more.promise
    yield { code: 'B' }
  }
  const reader = openBody(source()).stream.getReader()
  const parts: Uint8Array[] = []
  const first = readUntil(reader, parts, '{"code":"A"}\n')
  while (parts.length === 0 || !(await isSettled(first))) {
    t.mock.timers.tick(8_000)
    await new Promise(setImmediate)
  }
  more.resolve()
  await readUntil(reader, parts, '{"code":"A"}\n{"code":"B"}\n')
  await reader.cancel()
})

/** Reads until the gzip members in `parts` hold this text. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  parts: Uint8Array[],
  expected: string
): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read()
    if (value) parts.push(value)
    if (textOf(parts) === expected) return
    assert.ok(!done, 'the body has ended')
  }
}

function textOf(parts: Uint8Array[]): string | undefined {
  try {
    return gunzipSync(Buffer.concat(parts)).toString()
  } catch {
    // The last member is incomplete.
    return undefined
  }
}

async function isSettled(work: Promise<unknown>): Promise<boolean> {
  return await Promise.race([
    work.then(() => true),
    new Promise<boolean>((done) => setImmediate(done, false))
  ])
}
