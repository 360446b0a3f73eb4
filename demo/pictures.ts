import sharp from 'sharp'
import type { Folder } from '../apps/api/src/assets/storage-path.ts'
import type { AssetStore } from '../apps/api/src/assets/store.ts'
import { readData, readText } from './read-data.ts'

/**
 * A drawing of `data/pictures/` in colours of `data/palette.json`: `body` is the product's own colour, `accent` its
 * second one (white unless given), `metal` what shines (steel unless given).
 */
export type Picture = {
  kind: string
  body: string
  accent?: string
  metal?: string
  /** The part of the square of 400 units that is shown: its left and upper edge, and its side. */
  crop?: [left: number, top: number, side: number]
}

/** The file of a picture; `dataUri` is all of it. */
export type DrawnPicture = { path: string; dataUri: string }
export type DrawnPictures = Map<Picture, DrawnPicture>

/** Pixels of a side. */
const side = 720

/** Draws pictures as WebP, outside of the event loop, and stores their files in the folder. */
export async function drawPictures(
  assets: AssetStore,
  folder: Folder,
  pictures: Picture[]
): Promise<DrawnPictures> {
  const palette = await readData<Record<string, string>>('palette.json')
  // The shadow is a gradient: a blur would take ten times as long as all the rest.
  const canvas = await readText('canvas.svg')
  const drawn = await Promise.all(
    pictures.map(async (picture) => {
      const svg = svgOf(picture, { canvas, palette, drawing: await readText(`pictures/${picture.kind}.svg`) })
      // An SVG of 400 units has 400 pixels at a density of 72.
      const image = sharp(Buffer.from(svg), { density: (72 * side) / 400 })
      const bytes = await image.webp({ quality: 82, effort: 0 }).toBuffer()
      const path = await assets.put(folder, 'webp', bytes)
      return [picture, { path, dataUri: `data:image/webp;base64,${bytes.toString('base64')}` }] as const
    })
  )
  return new Map(drawn)
}

type Materials = { canvas: string; drawing: string; palette: Record<string, string> }

/** Puts the drawing on the canvas and its colours into both: `var(--body-dark-30)` is the body's colour, 30 % darker. */
export function svgOf(
  { body, accent = 'white', metal = 'steel', crop = [0, 0, 400] }: Picture,
  { canvas, drawing, palette }: Materials
): string {
  const [left, top, size] = crop
  const colours: Record<string, string | undefined> = { body, accent, metal, dark: 'black' }
  return canvas
    .replace('viewBox="0 0 400 400"', `viewBox="${left} ${top} ${size} ${size}"`)
    .replace('</svg>', drawing.slice(drawing.indexOf('>') + 1))
    .replaceAll(/var\(--(\w+)(?:-(light|dark)-(\d+))?\)/g, (_, name, mixed, percent = '0') => {
      const colour = palette[colours[name] ?? '']
      if (!colour) throw new Error(`The palette has no ${colours[name] ?? name}`)
      return mix(colour, mixed === 'light' ? 255 : 0, Number(percent) / 100)
    })
}

/** Mixes a colour `#rrggbb` with white (255) or black (0); `amount` is from 0 to 1. */
function mix(colour: string, target: number, amount: number): string {
  const channels = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16)
    return Math.round(channel + (target - channel) * amount)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
