import sharp from 'sharp'
import { mostImagePixels, mostPreviewBytes, mostPreviewSide } from './image-limits.ts'

/** An image small enough to stand inside JSON. */
export type Preview = { bytes: Uint8Array; contentType: string }

const tries = [
  { side: mostPreviewSide, quality: 80 },
  { side: mostPreviewSide, quality: 50 },
  { side: mostPreviewSide / 2, quality: 50 },
  // Even pure noise stays below the bound at this size.
  { side: mostPreviewSide / 4, quality: 50 }
]

/**
 * A WebP of at most 1,024 pixels a side and 256 KiB of an image that was checked: its first frame where it moves. An
 * image is never enlarged.
 */
export async function makePreview(bytes: Uint8Array): Promise<Preview> {
  let preview: Uint8Array = bytes
  for (const { side, quality } of tries) {
    preview = await sharp(bytes, { limitInputPixels: mostImagePixels })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 2 })
      .toBuffer()
    if (preview.length <= mostPreviewBytes) break
  }
  return { bytes: preview, contentType: 'image/webp' }
}
