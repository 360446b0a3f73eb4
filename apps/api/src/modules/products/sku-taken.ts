import type { Fault } from '../../errors.ts'
import { fault } from '../../http/faults.ts'

/**
 * Returns the fault for a SKU that another product of the vendor has. `productId` is the id of that product, or
 * undefined if it has been deleted in the meantime.
 */
export function skuTaken(productId: string | undefined): Fault {
  if (productId === undefined) return fault('/sku', 'SKU_TAKEN', 'is already the SKU of another product')
  return { ...fault('/sku', 'SKU_TAKEN', `is already the SKU of the product ${productId}`), productId }
}
