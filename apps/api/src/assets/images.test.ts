import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { picture } from '../../test/images.ts'
import { createImages, type Images } from './images.ts'

let images: Images
let folder: string
before(async () => {
  images = createImages()
  folder = await mkdtemp(join(tmpdir(), 'purveyor-images-'))
})
after(async () => {
  await images.close()
  await rm(folder, { recursive: true, force: true })
})

/** Images decoded by another program, to simulate a decoder that hangs or crashes. */
async function withProgram(name: string, text: string, options = {}): Promise<Images> {
  const program = join(folder, `${name}.mjs`)
  await writeFile(program, text)
  return createImages({ program, ...options })
}

const ready = "process.send('ready');"
const busy = { status: 503, headers: { 'retry-after': '2' } }

test('images are checked in another process, and the results are in the order of the images', async () => {
  const good = await picture().jpeg().toBuffer()
  const checks = await images.checkAll([good, Buffer.from('not an image'), good.subarray(0, 400), good])
  assert.deepEqual(
    checks.map((check) => (check.ok ? check.extension : check.code)),
    ['jpg', 'UNSUPPORTED_IMAGE', 'BROKEN_IMAGE', 'jpg']
  )
})

test('a file of more than 10 MiB is refused without decoding it', async () => {
  const none = createImages({ program: join(folder, 'missing.mjs') })
  const check = await none.check(Buffer.alloc(10 * 1024 * 1024 + 1))
  assert.equal(check.ok ? undefined : check.code, 'IMAGE_TOO_LARGE')
})

test('a small image is its own preview', async () => {
  const image = { bytes: await picture().png().toBuffer(), contentType: 'image/png' }
  assert.deepEqual(await images.preview(image), image)
})

test('a large image has a preview of at most 1,024 pixels per side and 256 KiB', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
  const pixels = sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#888', noise } })
  const preview = await images.preview({ bytes: await pixels.png().toBuffer(), contentType: 'image/png' })
  assert.equal(preview.contentType, 'image/webp')
  assert.ok(preview.bytes.length <= 256 * 1024)
  const { width, height, format } = await sharp(preview.bytes).metadata()
  assert.ok(width <= 1024 && Math.abs(width - 2 * height) <= 1, `${width} × ${height}`)
  assert.equal(format, 'webp')
})

test('an image that takes too long is refused, and the next one is checked', async () => {
  const slow = await withProgram(
    'slow',
    `${ready} process.on('message', ({ bytes }) => { if (bytes.length > 1) process.send({ check: { ok: false, code: 'FAST', message: '' } }) })`,
    { deadlineMs: 1000, waitMs: 60_000, processes: 1 }
  )
  const [late, next] = await Promise.all([slow.check(Buffer.alloc(1)), slow.check(Buffer.alloc(2))])
  assert.deepEqual([late.ok ? '' : late.code, next.ok ? '' : next.code], ['IMAGE_TOO_COMPLEX', 'FAST'])
  await slow.close()
})

test('an image that crashes the decoder is refused, and the next one is checked', async () => {
  const crashing = await withProgram(
    'crash',
    `${ready} process.on('message', ({ bytes }) => { if (bytes.length === 1) process.kill(process.pid, 'SIGKILL'); process.send({ check: { ok: false, code: 'NEXT', message: '' } }) })`,
    { processes: 1 }
  )
  const [crash, next] = await Promise.all([crashing.check(Buffer.alloc(1)), crashing.check(Buffer.alloc(2))])
  assert.deepEqual([crash.ok ? '' : crash.code, next.ok ? '' : next.code], ['BROKEN_IMAGE', 'NEXT'])
  await crashing.close()
})

test('a decoder that cannot start causes a 503 problem', async () => {
  const none = await withProgram('none', 'process.exit(1)')
  await assert.rejects(none.check(Buffer.alloc(1)), busy)
  await none.close()
})

test('if too many images are waiting, the next one is refused immediately with 503', async () => {
  const stuck = await withProgram('stuck', `${ready} process.on('message', () => {})`, {
    processes: 1,
    queued: 2
  })
  const waiting = Array.from({ length: 3 }, () => stuck.check(Buffer.alloc(1)))
  await assert.rejects(stuck.check(Buffer.alloc(1)), busy)
  await Promise.all([...waiting.map((check) => assert.rejects(check, busy)), stuck.close()])
})

test('after closing no image is accepted', async () => {
  const closed = createImages()
  await closed.close()
  await assert.rejects(closed.check(await picture().png().toBuffer()), busy)
})

test('the process does not get the secrets of the environment', async () => {
  process.env.JWT_SECRET = 'a secret that only the service knows'
  const listing = await withProgram(
    'env',
    `${ready} process.on('message', () => process.send({ check: { ok: false, code: Object.keys(process.env).join(), message: '' } }))`
  )
  const names = await listing.check(Buffer.alloc(1))
  assert.doesNotMatch(names.ok ? '' : names.code, /JWT_SECRET/)
  delete process.env.JWT_SECRET
  await listing.close()
})
