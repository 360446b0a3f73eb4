import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { animation, picture } from '../../test/images.ts'
import { makePrintable } from './image-codec.ts'

/** What the printable of an image is. */
async function printed(bytes: Uint8Array) {
  const printable = await makePrintable(bytes)
  assert.ok(printable)
  const { format, width, height, channels, depth, hasAlpha, isProgressive } =
    await sharp(printable).metadata()
  return { format, width, height, channels, depth, hasAlpha, isProgressive }
}

const plain = { format: 'png', channels: 3, depth: 'uchar', hasAlpha: false, isProgressive: false }

test('a large logo becomes a small PNG, a small one keeps its size', async () => {
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

test('transparency, grey, 16 bits, palettes and interlacing are all made plain', async () => {
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

test('of an animation the first frame is taken, and a photo is turned upright', async () => {
  assert.deepEqual(await printed(await animation('gif')), { ...plain, width: 20, height: 10 })
  const turned = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  assert.deepEqual(await printed(turned), { ...plain, width: 20, height: 40 })
})

test('of what cannot be decoded there is none', async () => {
  assert.equal(await makePrintable(Buffer.from('no image')), undefined)
  const cut = (await picture(400, 300).png().toBuffer()).subarray(0, 200)
  assert.equal(await makePrintable(cut), undefined)
})
