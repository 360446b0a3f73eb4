import sharp from 'sharp'
import { mostImagePixels } from './image-limits.ts'

/** What a printed logo may have: enough for a sharp one of 6 cm, small enough for every document to hold it. */
const width = 680
const height = 192

/**
 * A PNG without transparency, upright, in RGB and of 8 bits, of an image that was checked: its first frame where it
 * moves. It is put into a PDF as it is. An image is never enlarged. Undefined when it cannot be decoded.
 */
export function makePrintable(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  return sharp(bytes, { limitInputPixels: mostImagePixels })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => undefined)
}
