import { recordEvent, systemOrigin } from '../../apps/api/src/events.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { draftProduct, insertDrafts } from '../../apps/api/src/modules/products/write/new-products.ts'
import { callFor } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor: 'the same inserts (product, variant, category, event), pipelined in one transaction by the driver',
  async prepare({ options, service, sql, vendorId, categoryIds, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const pace = { seconds: options.seconds, concurrency: 8 }
    return [
      {
        kind: 'ratio',
        size: 'one, with a variant',
        unit: 'products',
        target: 0.4,
        settle: () => checkpoint(sql),
        floor: () =>
          callFor(pace, (call) => {
            const draft = draftProduct(newProduct(call, categoryIds))
            const { id, fields } = draft
            return sql.begin((tx) => {
              const { inserted, parts } = insertDrafts(tx, vendorId, {
                drafts: [draft],
                origin: systemOrigin
              })
              return Promise.all([
                inserted,
                ...parts,
                recordEvent(tx, systemOrigin, {
                  type: 'product.created',
                  vendorId,
                  subject: { type: 'product', id },
                  details: { sku: fields.sku }
                })
              ])
            })
          }),
        service() {
          const signed = { ...headers(), 'content-type': 'application/json' }
          return callFor(pace, (call) => {
            const body = JSON.stringify(newProduct(call, categoryIds))
            return service.send({
              method: 'POST',
              path: '/api/v1/vendor/products',
              headers: signed,
              body,
              expect: 201
            })
          })
        }
      }
    ]
  }
}

/** Returns the body of a request that creates a product, with a new SKU. */
export function newProduct(call: number, categoryIds: string[]) {
  const mark = newId()
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
    variants: [
      {
        sku: `NEW-${mark}-1`,
        name: 'Box of 100',
        vendorPrice: '12.5',
        listPrice: '19.95',
        weight: '2.5',
        initialInventory: 100
      }
    ]
  }
}
