import { unavailable } from '../http/problem.ts'
import { mostImageBytes, mostPreviewBytes } from './file-types.ts'
import type { ImageCheck, Preview } from './image-codec.ts'
import { createImagePool, type PoolOptions } from './image-pool.ts'

/** Decoding of images outside of this process (specification 4.7). */
export type Images = {
  /** The image as it is to be stored, or why it is refused. Throws a 503 problem when too many wait. */
  check(bytes: Uint8Array): Promise<ImageCheck>
  /** The checks of the images of one request, in their order, so that it takes no more than its share. */
  checkAll(files: readonly Uint8Array[]): Promise<ImageCheck[]>
  /** A preview of a checked image: the image itself where it has at most 256 KiB. */
  preview(image: Preview): Promise<Preview>
  /** A small PNG of a logo, to be put into documents; undefined when it cannot be decoded. */
  print(bytes: Uint8Array): Promise<Uint8Array | undefined>
  /** Ends the processes; what is under way is answered 503. */
  close(): Promise<void>
}

/** Starts nothing before the first image comes. Close it at the end. */
export function createImages(options: Partial<PoolOptions> = {}): Images {
  const pool = createImagePool({ processes: 2, queued: 64, waitMs: 20_000, deadlineMs: 20_000, ...options })

  async function check(bytes: Uint8Array): Promise<ImageCheck> {
    if (bytes.length > mostImageBytes) return refuse('IMAGE_TOO_LARGE', 'must have at most 10 MiB')
    const outcome = await pool.run({ name: 'check', bytes })
    if (outcome === 'late') return refuse('IMAGE_TOO_COMPLEX', 'takes too long to decode')
    if (outcome === 'crashed' || !('check' in outcome)) {
      return refuse('BROKEN_IMAGE', 'is damaged: it cannot be decoded')
    }
    return outcome.check
  }

  return {
    check,
    async checkAll(files) {
      const checks: ImageCheck[] = []
      const rest = files.entries()
      const lane = async () => {
        for (const [index, bytes] of rest) checks[index] = await check(bytes)
      }
      await Promise.all([lane(), lane()])
      return checks
    },
    async preview(image) {
      if (image.bytes.length <= mostPreviewBytes) return image
      const outcome = await pool.run({ name: 'preview', bytes: image.bytes })
      if (typeof outcome === 'object' && 'preview' in outcome) return outcome.preview
      throw unavailable('The preview cannot be made at the moment.')
    },
    async print(bytes) {
      const outcome = await pool.run({ name: 'print', bytes })
      return typeof outcome === 'object' && 'printable' in outcome ? outcome.printable : undefined
    },
    close: () => pool.close()
  }
}

function refuse(code: string, message: string): ImageCheck {
  return { ok: false, code, message }
}
