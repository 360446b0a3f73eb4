import { sharp } from '../apps/api/test/packages.ts'

/** A JPEG of about so many bytes, as large on the screen as photos of products are. */
export async function photo(bytes: number): Promise<Buffer> {
  // Noise costs about as many bits a pixel whatever the size, so that the size is found by one try.
  const tried = await noisy(400)
  return noisy(Math.round(400 * Math.sqrt(bytes / tried.length)))
}

function noisy(width: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  return sharp({ create: { width, height: width, channels: 3, background: '#c84', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
