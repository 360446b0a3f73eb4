import { buffer } from 'node:stream/consumers'
import { parseStoragePath } from '../assets/storage-path.ts'
import type { Deps } from '../deps.ts'

/**
 * A stored logo as it is printed, or null: without one, when its file is missing or damaged, or when it cannot be
 * decoded at the moment. A document is worth more than its logo.
 */
export async function readLogo(
  { assets, images }: Pick<Deps, 'assets' | 'images'>,
  path: string | null
): Promise<Uint8Array | null> {
  if (path === null || !parseStoragePath(path)) return null
  try {
    const file = await assets.read(path)
    return file ? ((await images.print(await buffer(file))) ?? null) : null
  } catch {
    return null
  }
}
