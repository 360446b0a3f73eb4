import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Picture } from './pictures.ts'
import { readData } from './read-data.ts'
import { type DemoProduct, readCatalog } from './seed-catalog.ts'
import type { DemoImport } from './seed-imports.ts'
import { type Marketplace, readMarketplace } from './seed-marketplace.ts'
import type { DemoOrder, Part, Step } from './seed-orders.ts'

/** A record of all fields of a type, so that a missing field is a compile error. */
type Fields<T> = Record<T extends unknown ? keyof T : never, true>

function assertKnown(rows: object[], fields: Record<string, true>): void {
  for (const row of rows) {
    const unknown = Object.keys(row).filter((field) => !(field in fields))
    assert.deepEqual(unknown, [], JSON.stringify(row))
  }
}

const picture: Fields<Picture & { variant: string }> = {
  ...{ kind: true, body: true, accent: true, metal: true, crop: true, variant: true }
}

/** The compiler doesn't check the JSON files, so a misspelled field would be ignored. */
describe('the data files contain only known fields', () => {
  test('products and their pictures', async () => {
    const products = (await readCatalog()).map(({ product }) => product)
    const fields: Fields<DemoProduct> = {
      ...{
        body: true,
        unit: true,
        option: true,
        attributes: true,
        variants: true,
        categories: true,
        collections: true,
        tags: true
      },
      ...{ facetValues: true, pictures: true, reviews: true, status: true, revision: true, reason: true },
      ageInDays: true
    }
    assertKnown(products, fields)
    const revisions = products.flatMap(({ revision }) => revision ?? [])
    assertKnown(revisions, { name: true, shortDescription: true, description: true, pictures: true })
    const edited = revisions.flatMap(({ pictures = [] }) => pictures)
    assertKnown([...products.flatMap(({ pictures }) => pictures), ...edited], picture)
  })

  test('the marketplace', async () => {
    const marketplace = await readMarketplace()
    const fields: Fields<Marketplace> = {
      ...{ settings: true, vendors: true, password: true, people: true, shippingMethods: true },
      ...{ apiTokens: true, categories: true, collections: true, tags: true, facets: true }
    }
    assertKnown([marketplace], fields)
    const person: Fields<Marketplace['people'][number]> = {
      ...{ email: true, name: true, isPlatform: true, vendor: true, role: true, acts: true }
    }
    assertKnown(marketplace.people, person)
  })

  test('orders, timelines and imports', async () => {
    const orders = await readData<DemoOrder[]>('orders.json')
    const fields: Fields<DemoOrder> = {
      customer: true,
      daysAgo: true,
      payment: true,
      note: true,
      parts: true
    }
    assertKnown(orders, fields)
    const part: Fields<Part> = { timeline: true, items: true, method: true, discount: true }
    assertKnown(
      orders.flatMap(({ parts }) => Object.values(parts)),
      part
    )
    const step: Fields<Step> = {
      ...{ do: true, hours: true, firstLineOnly: true, shipment: true, to: true },
      ...{ reason: true, note: true, by: true, onePiece: true }
    }
    assertKnown(Object.values(await readData<Record<string, Step[]>>('timelines.json')).flat(), step)
    const job: Fields<DemoImport> = {
      ...{ file: true, daysAgo: true, onExisting: true, dryRun: true, isCancelled: true }
    }
    assertKnown(await readData<DemoImport[]>('imports.json'), job)
  })
})

test('every drawing is used by a picture', async () => {
  const products = (await readCatalog()).map(({ product }) => product)
  const { categories } = await readMarketplace()
  const pictures = products.flatMap((one) => [...one.pictures, ...(one.revision?.pictures ?? [])])
  const kinds = [...pictures, ...categories.map((one) => one.picture)].map(({ kind }) => `${kind}.svg`)
  const files = globSync('*.svg', { cwd: new URL('./data/pictures/', import.meta.url) })
  assert.deepEqual([...new Set(kinds)].sort(), files.sort())
})
