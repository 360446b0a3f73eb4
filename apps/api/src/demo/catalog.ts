import type { DemoPicture, DemoProduct } from './demo-product.ts'
import { boltsAndNuts } from './products/bolts-and-nuts.ts'
import { electrical } from './products/electrical.ts'
import { facility } from './products/facility.ts'
import { handTools } from './products/hand-tools.ts'
import { measuring } from './products/measuring.ts'
import { powerTools } from './products/power-tools.ts'
import { safety } from './products/safety.ts'
import { screwsAndAnchors } from './products/screws-and-anchors.ts'
import { summit } from './products/summit.ts'

export type CatalogEntry = {
  product: DemoProduct
  vendor: 'harbor' | 'summit'
  /** How many variants stand before its own, for numbers that each variant has once. */
  variantsBefore: number
}

const harbor = [
  handTools,
  measuring,
  powerTools,
  boltsAndNuts,
  screwsAndAnchors,
  safety,
  electrical,
  facility
]

/** The demo's products, oldest first: departments mixed, and last those that wait for approval. */
export function demoCatalog(): CatalogEntry[] {
  const mixed = [...harbor, summit]
    .flatMap((products) => products.map((product, n) => ({ product, place: (n + 0.5) / products.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ product }) => product)
  const waits = ({ status }: DemoProduct) => status === 'PENDING_APPROVAL'
  const ordered = [...mixed.filter((product) => !waits(product)), ...mixed.filter(waits)]
  let variants = 0
  return ordered.map((product) => {
    const variantsBefore = variants
    variants += product.variants.length
    return { product, vendor: summit.includes(product) ? 'summit' : 'harbor', variantsBefore }
  })
}

/** What the root categories show. */
export const categoryPictures: Record<string, DemoPicture> = {
  'Hand Tools': { kind: 'wrenchSet', body: 'grey' },
  'Power Tools': { kind: 'drill', body: 'blue', accent: 'amber' },
  Fasteners: { kind: 'hexBolt', body: 'grey' },
  'Safety Equipment': { kind: 'goggles', body: 'lime' },
  Electrical: { kind: 'cord', body: 'orange' },
  'Facility Maintenance': { kind: 'sprayBottle', body: 'orange', accent: 'white' }
}
