import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { animation, blackPng, picture } from '../../test/images.ts'
import { type CheckedImage, checkImage, makePrintable } from './image-codec.ts'

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', avif: 'avif' }

async function accepted(bytes: Uint8Array): Promise<CheckedImage> {
  const checked = await checkImage(bytes)
  assert.ok(checked.ok, JSON.stringify(checked))
  return checked
}

async function refused(bytes: Uint8Array, code: string, what = code): Promise<void> {
  const checked = await checkImage(bytes)
  assert.equal(checked.ok ? 'accepted' : checked.code, code, what)
}

test('the five formats are accepted, and each is encoded again in its own format', async () => {
  for (const format of formats) {
    const checked = await accepted(await picture()[format]().toBuffer())
    const { bytes, ...rest } = checked
    const extension = extensions[format]
    assert.deepEqual(rest, { ok: true, extension, contentType: `image/${format}`, width: 40, height: 30 })
    assert.equal((await accepted(bytes)).extension, extension)
  }
})

test('other content is refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
  const others: [string, Uint8Array][] = [
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from(svg)],
    ['SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a web page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['TIFF', await picture().tiff().toBuffer()],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['zeros', Buffer.alloc(1000)]
  ]
  for (const [what, bytes] of others) await refused(bytes, 'UNSUPPORTED_IMAGE', what)
})

test('a truncated image is refused', async () => {
  for (const format of formats) {
    const bytes = await picture(300, 200)[format]().toBuffer()
    for (const part of [0.1, 0.5, 0.9, 0.98]) {
      await refused(bytes.subarray(0, Math.floor(bytes.length * part)), 'BROKEN_IMAGE', `${format} ${part}`)
    }
  }
})

test('a file with only the header of an image is refused', async () => {
  await refused(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]), 'BROKEN_IMAGE', 'JPEG')
  await refused(Buffer.from('GIF89a'), 'BROKEN_IMAGE', 'GIF')
  await refused(blackPng(8, 8).subarray(0, 40), 'BROKEN_IMAGE', 'PNG')
})

test('50 megapixels are accepted, and a larger image is refused before it is decoded', async () => {
  assert.equal((await accepted(blackPng(10_000, 5_000))).width, 10_000)
  await refused(blackPng(1, 50_000_001), 'TOO_MANY_PIXELS')
  const bomb = blackPng(16_000, 16_000)
  assert.ok(bomb.length < 40_000)
  await refused(bomb, 'TOO_MANY_PIXELS')
})

test('the pixels of all frames of an animation are added up', async () => {
  const frames = await Promise.all(
    ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width: 4200, height: 4200, channels: 3, background } })
        .png()
        .toBuffer()
    )
  )
  const joined = sharp(frames, { join: { animated: true }, limitInputPixels: false })
  await refused(await joined.webp({ effort: 0 }).toBuffer(), 'TOO_MANY_PIXELS')
})

test('10 MiB are accepted, and one byte more is refused', async () => {
  const image = await picture().jpeg().toBuffer()
  const padded = (length: number) => Buffer.concat([image, Buffer.alloc(length - image.length)])
  assert.ok((await accepted(padded(10 * 1024 * 1024))).bytes.length < 100_000)
  await refused(padded(10 * 1024 * 1024 + 1), 'IMAGE_TOO_LARGE')
})

test('bytes after the end of an image are removed', async () => {
  const tail = Buffer.from('PK\x03\x04<html><script>alert(1)</script></html>', 'latin1')
  for (const format of formats) {
    const { bytes } = await accepted(Buffer.concat([await picture()[format]().toBuffer(), tail]))
    assert.equal(Buffer.from(bytes).includes('script'), false, format)
  }
})

test('a script in a GIF file is removed', async () => {
  const gif = Buffer.from(await picture(10, 10).gif().toBuffer())
  const comment = Buffer.from('*/=1;alert(1)//')
  const trailer = gif.length - 1
  const extension = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])])
  const both = Buffer.concat([gif.subarray(0, trailer), extension, gif.subarray(trailer)])
  assert.ok(both.includes('alert'))
  const { bytes } = await accepted(both)
  assert.equal(Buffer.from(bytes).includes('alert'), false)
})

test('metadata is removed, and the image is rotated to its upright orientation', async () => {
  for (const format of ['jpeg', 'webp', 'avif', 'png'] as const) {
    const bytes = await picture(40, 30)
      .withExif({ IFD0: { Copyright: 'Jane' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      [format]()
      .toBuffer()
    assert.ok((await sharp(bytes).metadata()).exif, format)
    const checked = await accepted(bytes)
    assert.deepEqual([checked.width, checked.height], [30, 40], format)
    const { exif, xmp, iptc, icc, orientation } = await sharp(checked.bytes).metadata()
    assert.deepEqual(
      { exif, xmp, iptc, icc, orientation },
      { exif: undefined, xmp: undefined, iptc: undefined, icc: undefined, orientation: undefined },
      format
    )
  }
})

test('the frames, delays and repetitions of animations stay', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const checked = await accepted(await animation(format))
    assert.deepEqual([checked.width, checked.height], [20, 10])
    const { pages, delay, loop } = await sharp(checked.bytes, { animated: true }).metadata()
    assert.deepEqual({ pages, delay, loop }, { pages: 3, delay: [100, 200, 300], loop: 2 }, format)
  }
  const cut = await animation('webp')
  await refused(cut.subarray(0, cut.length - 20), 'BROKEN_IMAGE')
})

test('CMYK, wide-gamut and 16-bit images are converted to 8-bit sRGB', async () => {
  const images: [string, Uint8Array][] = [
    ['CMYK', await picture().toColourspace('cmyk').jpeg().toBuffer()],
    ['CMYK with its profile', await picture().withIccProfile('cmyk').toColourspace('cmyk').jpeg().toBuffer()],
    ['Display P3', await picture().withIccProfile('p3').png().toBuffer()],
    ['16 bits', await picture().toColourspace('rgb16').png().toBuffer()]
  ]
  for (const [what, bytes] of images) {
    const { space, depth, icc } = await sharp((await accepted(bytes)).bytes).metadata()
    assert.deepEqual({ space, depth, icc }, { space: 'srgb', depth: 'uchar', icc: undefined }, what)
  }
})

test('transparency and all pixels of a PNG stay unchanged', async () => {
  const bytes = await sharp({
    create: { width: 5, height: 5, channels: 4, background: { r: 10, g: 20, b: 30, alpha: 0.5 } }
  })
    .png()
    .toBuffer()
  const checked = await accepted(bytes)
  assert.deepEqual(await sharp(checked.bytes).raw().toBuffer(), await sharp(bytes).raw().toBuffer())
})

test('an image of one pixel is accepted', async () => {
  for (const format of formats) {
    const { width, height } = await accepted(await picture(1, 1)[format]().toBuffer())
    assert.deepEqual([width, height], [1, 1], format)
  }
})

/** Returns the properties of the printable version of an image. */
async function printed(bytes: Uint8Array) {
  const printable = await makePrintable(bytes)
  assert.ok(printable)
  const { format, width, height, channels, depth, hasAlpha, isProgressive } =
    await sharp(printable).metadata()
  return { format, width, height, channels, depth, hasAlpha, isProgressive }
}

const plain = { format: 'png', channels: 3, depth: 'uchar', hasAlpha: false, isProgressive: false }

test('a large logo becomes a small PNG, and a small one is not resized', async () => {
  assert.deepEqual(await printed(await picture(2000, 500).webp().toBuffer()), {
    ...plain,
    width: 680,
    height: 170
  })
  assert.deepEqual(await printed(await picture(40, 30).jpeg().toBuffer()), {
    ...plain,
    width: 40,
    height: 30
  })
})

test('transparent, grey, 16-bit, palette and interlaced images become plain RGB', async () => {
  const clear = sharp({
    create: { width: 20, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } }
  })
  const files = [
    clear.clone().png({ progressive: true }),
    picture(20, 10).toColorspace('b-w').png(),
    picture(20, 10).toColorspace('rgb16').png(),
    picture(20, 10).png({ palette: true }),
    picture(20, 10).toColorspace('cmyk').jpeg()
  ]
  for (const file of files) {
    assert.deepEqual(await printed(await file.toBuffer()), { ...plain, width: 20, height: 10 })
  }
  const printable = await makePrintable(await clear.png().toBuffer())
  const { channels } = await sharp(printable).stats()
  assert.deepEqual(
    channels.map(({ min }) => min),
    [255, 255, 255]
  )
})

test('the printable version of an animation is its first frame, and photos are rotated upright', async () => {
  assert.deepEqual(await printed(await animation('gif')), { ...plain, width: 20, height: 10 })
  const turned = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  assert.deepEqual(await printed(turned), { ...plain, width: 20, height: 40 })
})

test('a file that cannot be decoded has no printable version', async () => {
  assert.equal(await makePrintable(Buffer.from('not an image')), undefined)
  const cut = (await picture(400, 300).png().toBuffer()).subarray(0, 200)
  assert.equal(await makePrintable(cut), undefined)
})
