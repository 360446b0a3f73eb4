import { recordEvent, systemOrigin } from '../../apps/api/src/events.ts'
import { callFor } from '../pace.ts'
import { checkpoint, sampleProducts, updateOneStock } from '../queries.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'

export const scenario: Scenario = {
  floor:
    'the same writes (variant, history, catalog change, event), pipelined in one transaction by the driver',
  async prepare({ options, service, sql, vendorId, signIn }: BenchSetup) {
    const headers = await signIn(vendorId)
    const products = await sampleProducts(sql, vendorId)
    const pace = { seconds: options.seconds, concurrency: 8 }
    // Each call has a new quantity, and products alternate.
    let sent = 0
    const next = () => {
      const { id, variantId } = products[sent++ % products.length] ?? { id: '', variantId: '' }
      return { id, variantId, quantity: 1000 + sent }
    }
    return [
      {
        kind: 'ratio',
        size: 'one variant',
        unit: 'updates',
        target: 0.4,
        settle: () => checkpoint(sql),
        floor: () =>
          callFor(pace, () => {
            const { id, variantId, quantity } = next()
            return sql.begin((tx) =>
              Promise.all([
                updateOneStock(tx, vendorId, { variantId, quantity }),
                recordEvent(tx, systemOrigin, {
                  type: 'product.updated',
                  vendorId,
                  subject: { type: 'product', id },
                  changedFields: ['variantStock']
                })
              ])
            )
          }),
        service() {
          const signed = { ...headers(), 'content-type': 'application/json' }
          return callFor(pace, () => {
            const { id, ...stock } = next()
            const body = JSON.stringify({ variantStock: [stock] })
            return service.send({
              method: 'PATCH',
              path: `/api/v1/vendor/products/${id}`,
              headers: signed,
              body
            })
          })
        }
      }
    ]
  }
}
