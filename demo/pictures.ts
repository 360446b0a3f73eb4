import sharp from 'sharp'
import type { Folder } from '../apps/api/src/assets/storage-path.ts'
import type { AssetStore } from '../apps/api/src/assets/store.ts'
import { readData, readText } from './read-data.ts'

/**
 * A drawing with colours from `data/palette.json`. `kind` is the name of its file in `data/pictures/`, `body`
 * the main colour, `accent` the second one (default white) and `metal` the colour of metal parts (default
 * steel).
 */
export type Picture = {
  kind: string
  body: string
  accent?: string
  metal?: string
  /** The visible square of the drawing, whose size is 400 units. */
  crop?: [left: number, top: number, side: number]
}

/** A stored picture: its path, and its content as a data URI. */
export type DrawnPicture = { path: string; dataUri: string }
export type DrawnPictures = Map<Picture, DrawnPicture>

/** Width and height in pixels. */
const side = 720

/** Draws pictures as WebP without blocking the event loop, and stores the files in the folder. */
export async function drawPictures(
  assets: AssetStore,
  folder: Folder,
  pictures: Picture[]
): Promise<DrawnPictures> {
  const palette = await readData<Record<string, string>>('palette.json')
  // The shadow in this file is a gradient, because a blur would make drawing ten times slower.
  const canvas = await readText('canvas.svg')
  const drawn = await Promise.all(
    pictures.map(async (picture) => {
      const svg = svgOf(picture, { canvas, palette, drawing: await readText(`pictures/${picture.kind}.svg`) })
      // At a density of 72, an SVG of 400 units is 400 pixels wide.
      const image = sharp(Buffer.from(svg), { density: (72 * side) / 400 })
      const bytes = await image.webp({ quality: 82, effort: 0 }).toBuffer()
      const path = await assets.put(folder, 'webp', bytes)
      return [picture, { path, dataUri: `data:image/webp;base64,${bytes.toString('base64')}` }] as const
    })
  )
  return new Map(drawn)
}

type Materials = { canvas: string; drawing: string; palette: Record<string, string> }

/**
 * Inserts the drawing into the canvas and replaces the colour variables: `var(--body-dark-30)` is `body`, 30
 * % darker.
 */
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
      if (!colour) throw new Error(`The palette has no colour ${colours[name] ?? name}`)
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
