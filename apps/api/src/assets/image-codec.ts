import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  type ImageExtension,
  imageTypes,
  maxImageBytes,
  maxImagePixels,
  maxPreviewBytes,
  maxPreviewSide
} from './file-types.ts'

/**
 * An accepted image, as it is stored. It was decoded and encoded again in its own format, so that nothing but
 * its pixels is stored.
 */
export type CheckedImage = {
  ok: true
  bytes: Uint8Array
  extension: ImageExtension
  contentType: string
  /** The size of one frame of the upright image, in pixels. */
  width: number
  height: number
}

/** The reason for refusing a file: an error code, and a message such as `must be at most 10 MiB in size`. */
type ImageRefusal = { ok: false; code: string; message: string }

export type ImageCheck = CheckedImage | ImageRefusal

/**
 * The accepted formats. A key is the format's name in the library `file-type`, and `decoder` is the format's
 * name in sharp.
 */
const formats: Record<string, { extension: ImageExtension; decoder: string; animated?: true }> = {
  jpg: { extension: 'jpg', decoder: 'jpeg' },
  png: { extension: 'png', decoder: 'png' },
  apng: { extension: 'png', decoder: 'png' },
  webp: { extension: 'webp', decoder: 'webp', animated: true },
  gif: { extension: 'gif', decoder: 'gif', animated: true },
  avif: { extension: 'avif', decoder: 'heif' }
}

/**
 * Checks that the content is an image of an accepted type within the limits, and decodes all of it to find
 * damage. Then encodes the image again, upright and in sRGB, which removes metadata and any bytes after the
 * image. GIF and WebP stay animated. This takes seconds for a large image and runs native code on untrusted
 * input, so it must not run in the process that handles requests.
 */
export async function checkImage(bytes: Uint8Array): Promise<ImageCheck> {
  if (bytes.length > maxImageBytes) return refuse('IMAGE_TOO_LARGE', 'must be at most 10 MiB')
  const format = formats[(await fileTypeFromBuffer(bytes))?.ext ?? '']
  if (!format) return refuse('UNSUPPORTED_IMAGE', 'must be a JPEG, PNG, WebP, GIF or AVIF image')
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.format !== format.decoder) return broken()
    const { width, height, pages = 1 } = header
    if (width * (header.pageHeight ?? height) * (format.animated ? pages : 1) > maxImagePixels) {
      return refuse('TOO_MANY_PIXELS', 'must have at most 50 megapixels, counting all frames')
    }
    const isAnimated = format.animated === true && pages > 1
    // The frames of an animation can't be rotated.
    const image = sharp(bytes, {
      animated: isAnimated,
      autoOrient: !isAnimated,
      failOn: 'error',
      limitInputPixels: maxImagePixels
    })
    const { data, info } = await encode(image, format.extension, header).toBuffer({ resolveWithObject: true })
    return {
      ok: true,
      bytes: data,
      extension: format.extension,
      contentType: imageTypes[format.extension].contentType,
      width: info.width,
      height: info.pageHeight ?? info.height
    }
  } catch {
    return broken()
  }
}

/**
 * Encodes an image in its own format. The settings keep encoding fast enough: the slowest image in
 * measurements, an AVIF of 50 megapixels, took 9 s.
 */
function encode(image: Sharp, extension: ImageExtension, header: Metadata): Sharp {
  switch (extension) {
    case 'jpg':
      return image.jpeg({
        quality: 90,
        progressive: header.isProgressive,
        chromaSubsampling: header.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0'
      })
    case 'png':
      return image.png({ progressive: false })
    case 'webp':
      return image.webp({ quality: 90, effort: 2 })
    case 'gif':
      return image.gif({ effort: 1 })
    case 'avif':
      return image.avif({ quality: 65, effort: 0 })
  }
}

function broken(): ImageRefusal {
  return refuse('BROKEN_IMAGE', "is damaged and can't be decoded")
}

function refuse(code: string, message: string): ImageRefusal {
  return { ok: false, code, message }
}

/** An image small enough to be embedded in JSON. */
export type Preview = { bytes: Uint8Array; contentType: string }

/** The settings that `makePreview` tries, in this order, until the preview is small enough. */
const attempts = [
  { side: maxPreviewSide, quality: 80 },
  { side: maxPreviewSide, quality: 50 },
  { side: maxPreviewSide / 2, quality: 50 },
  // At this size even random noise is within the limit.
  { side: maxPreviewSide / 4, quality: 50 }
]

/**
 * Returns a WebP preview of a checked image, with at most 1,024 pixels per side and at most 256 KiB. The
 * preview of an animation shows its first frame. Images are never enlarged.
 */
export async function makePreview(bytes: Uint8Array): Promise<Preview> {
  let preview: Uint8Array = bytes
  for (const { side, quality } of attempts) {
    preview = await sharp(bytes, { limitInputPixels: maxImagePixels })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 2 })
      .toBuffer()
    if (preview.length <= maxPreviewBytes) break
  }
  return { bytes: preview, contentType: 'image/webp' }
}

/** The maximum size of a printed logo in pixels. A logo of this size is sharp if it is printed 6 cm wide. */
const printSize = { width: 680, height: 192 }

/**
 * Returns a checked image as an upright 8-bit RGB PNG without transparency. A PDF can embed such a PNG
 * unchanged. The PNG of an animation shows its first frame. Images are never enlarged. Returns undefined if
 * the image can't be decoded.
 */
export function makePrintable(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  return sharp(bytes, { limitInputPixels: maxImagePixels })
    .autoOrient()
    .resize({ ...printSize, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => undefined)
}
