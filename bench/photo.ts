import { sharp } from '../apps/api/test/packages.ts'

/** Returns a JPEG of about `bytes` bytes, with pixel dimensions that are typical of a file of that size. */
export async function photo(bytes: number): Promise<Buffer> {
  // Noise needs about the same number of bits per pixel at any size, so one attempt is enough to compute the
  // size.
  const tried = await noisy(400)
  return noisy(Math.round(400 * Math.sqrt(bytes / tried.length)))
}

function noisy(width: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  return sharp({ create: { width, height: width, channels: 3, background: '#c84', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
