import sharp from 'sharp'
import type { Folder } from '../../assets/storage-path.ts'
import type { AssetStore } from '../../assets/store.ts'
import type { DemoPicture } from '../demo-product.ts'
import { svgOf } from './canvas.ts'
import { drawings } from './drawings.ts'
import { palette } from './palette.ts'

/** Pixels of a side. */
const side = 720

/** A picture's file; `dataUri` is all of it. */
export type DrawnPicture = { path: string; dataUri: string }

/** Draws pictures as WebP, outside of the event loop, and stores their files in the folder. */
export async function drawPictures(
  assets: AssetStore,
  folder: Folder,
  pictures: DemoPicture[]
): Promise<Map<DemoPicture, DrawnPicture>> {
  const drawn = await Promise.all(
    pictures.map(async (picture) => {
      const bytes = await draw(picture)
      const path = await assets.put(folder, 'webp', bytes)
      return [picture, { path, dataUri: `data:image/webp;base64,${bytes.toString('base64')}` }] as const
    })
  )
  return new Map(drawn)
}

function draw({ kind, body, accent = 'white', metal = 'steel', crop }: DemoPicture): Promise<Buffer> {
  const colours = { body: palette[body], accent: palette[accent], metal: palette[metal] }
  const svg = svgOf(drawings[kind], { colours, crop })
  // An SVG of 400 units has 400 pixels at a density of 72.
  return sharp(Buffer.from(svg), { density: (72 * side) / 400 })
    .webp({ quality: 82, effort: 0 })
    .toBuffer()
}
