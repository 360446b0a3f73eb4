import { newId } from '../apps/api/src/lib/ids.ts'

export type NewProduct = ReturnType<typeof newProduct>

/** Returns the body of a request that creates a product with one variant, with new SKUs. */
export function newProduct(call: number, categoryIds: string[]) {
  const mark = newId()
  const variant = {
    sku: `NEW-${mark}-1`,
    name: 'Box of 100',
    vendorPrice: '12.5',
    listPrice: '19.95',
    weight: '2.5',
    initialInventory: 100
  }
  return {
    name: `Hex bolt M${3 + (call % 20)} ${mark}`,
    sku: `NEW-${mark}`,
    description: 'A fully threaded hex bolt, zinc-plated, in a box. '.repeat(8),
    brand: 'Boltwell',
    manufacturer: 'Boltwell Inc.',
    countryOfOrigin: 'US',
    unspc: '31161620',
    keyFeatures: ['Corrosion resistant', 'Meets the usual standard'],
    categoryIds: [categoryIds[call % categoryIds.length] ?? ''],
    variants: [variant] as [typeof variant]
  }
}
