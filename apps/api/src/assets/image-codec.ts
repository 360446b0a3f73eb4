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

/** An image as it is stored: decoded and encoded anew in its own format, with nothing in it but pixels. */
export type CheckedImage = {
  ok: true
  bytes: Uint8Array
  extension: ImageExtension
  contentType: string
  /** Pixels of one frame, upright. */
  width: number
  height: number
}

/** Why a file is no image that is taken: a fault's code, and a message that completes "this file …". */
type ImageRefusal = { ok: false; code: string; message: string }

export type ImageCheck = CheckedImage | ImageRefusal

/** `file-type`'s names and those of the decoder for what is taken. */
const formats: Record<string, { extension: ImageExtension; decoder: string; animated?: true }> = {
  jpg: { extension: 'jpg', decoder: 'jpeg' },
  png: { extension: 'png', decoder: 'png' },
  apng: { extension: 'png', decoder: 'png' },
  webp: { extension: 'webp', decoder: 'webp', animated: true },
  gif: { extension: 'gif', decoder: 'gif', animated: true },
  avif: { extension: 'avif', decoder: 'heif' }
}

/**
 * Checks that a file is an image of a known type by its content, small enough, and whole, by decoding all of it; then
 * encodes it anew, upright and in sRGB, so that neither metadata nor anything behind the image stays. Animations of
 * GIF and WebP are kept. Takes seconds for a large image and runs native code on hostile input: not for the process
 * that serves.
 */
export async function checkImage(bytes: Uint8Array): Promise<ImageCheck> {
  if (bytes.length > maxImageBytes) return refuse('IMAGE_TOO_LARGE', 'must have at most 10 MiB')
  const format = formats[(await fileTypeFromBuffer(bytes))?.ext ?? '']
  if (!format) return refuse('UNSUPPORTED_IMAGE', 'must be a JPEG, PNG, WebP, GIF or AVIF image')
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.format !== format.decoder) return broken()
    const { width, height, pages = 1 } = header
    if (width * (header.pageHeight ?? height) * (format.animated ? pages : 1) > maxImagePixels) {
      return refuse('TOO_MANY_PIXELS', 'must have at most 50 megapixels, all frames together')
    }
    const moves = format.animated === true && pages > 1
    // Frames cannot be turned.
    const image = sharp(bytes, {
      animated: moves,
      autoOrient: !moves,
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

/** Settings by measurement: the slowest, 50 megapixels of AVIF, takes 9 s, where its defaults take minutes. */
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
  return refuse('BROKEN_IMAGE', 'is damaged: it cannot be decoded')
}

function refuse(code: string, message: string): ImageRefusal {
  return { ok: false, code, message }
}

/** An image small enough to stand inside JSON. */
export type Preview = { bytes: Uint8Array; contentType: string }

const tries = [
  { side: maxPreviewSide, quality: 80 },
  { side: maxPreviewSide, quality: 50 },
  { side: maxPreviewSide / 2, quality: 50 },
  // Even pure noise stays below the bound at this size.
  { side: maxPreviewSide / 4, quality: 50 }
]

/**
 * A WebP of at most 1,024 pixels a side and 256 KiB of an image that was checked: its first frame where it moves. An
 * image is never enlarged.
 */
export async function makePreview(bytes: Uint8Array): Promise<Preview> {
  let preview: Uint8Array = bytes
  for (const { side, quality } of tries) {
    preview = await sharp(bytes, { limitInputPixels: maxImagePixels })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 2 })
      .toBuffer()
    if (preview.length <= maxPreviewBytes) break
  }
  return { bytes: preview, contentType: 'image/webp' }
}

/** What a printed logo may have: enough for a sharp one of 6 cm, small enough for every document to hold it. */
const print = { width: 680, height: 192 }

/**
 * A PNG without transparency, upright, in RGB and of 8 bits, of an image that was checked: its first frame where it
 * moves. It is put into a PDF as it is. An image is never enlarged. Undefined when it cannot be decoded.
 */
export function makePrintable(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  return sharp(bytes, { limitInputPixels: maxImagePixels })
    .autoOrient()
    .resize({ ...print, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => undefined)
}
