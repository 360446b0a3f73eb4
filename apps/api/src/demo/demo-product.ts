import type { ProductStatus } from '../modules/products/schema.ts'
import type { Brand } from './brands.ts'
import type { Crop } from './pictures/canvas.ts'
import type { Kind } from './pictures/drawings.ts'
import type { Colour } from './pictures/palette.ts'

/** What stands behind the product's SKU in the variant's, name, cost and MSRP, pounds, and pieces in stock. */
export type DemoVariant = readonly [
  suffix: string,
  name: string,
  cost: number,
  msrp: number,
  weight: number,
  stock: number,
  more?: { retired?: true }
]

/** Metal is steel unless said. `variant` is the suffix of the variant that it shows. */
export type DemoPicture = {
  kind: Kind
  body: Colour
  accent?: Colour
  metal?: Colour
  crop?: Crop
  variant?: string
}

export type DemoReview = readonly [rating: 1 | 2 | 3 | 4 | 5, title: string, body: string, author: string]

/** Proposed texts, and pictures that come behind the live ones. */
export type DemoRevision = {
  name?: string
  shortDescription?: string
  description?: string
  pictures?: DemoPicture[]
}

/** A product as the demo's files say it; what is left out follows from its brand and its variants. */
export type DemoProduct = {
  sku: string
  name: string
  brand: Brand
  short: string
  description: string
  features: string[]
  warranty?: string
  unspsc: string
  commodity: string
  country: string
  /** Days. */
  leadTime?: number
  unit: string
  /** The variants' attribute, which has their name as its value. */
  option?: string
  variants: DemoVariant[]
  categories: [string, ...string[]]
  collections?: string[]
  tags?: string[]
  facetValues?: string[]
  flags?: ('freeShipping' | 'abilityOne' | 'madeInUsa' | 'greenProduct')[]
  documents?: { title: string; type: string; url: string }[]
  videos?: { url: string; title: string }[]
  pictures: DemoPicture[]
  reviews?: DemoReview[]
  /** PUBLISHED unless said; a DRAFT was rejected for `reason`. */
  status?: ProductStatus
  /** Staged, or with a reason: rejected for it. */
  revision?: DemoRevision
  reason?: string
}
