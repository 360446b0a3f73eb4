import type { Product } from '@purveyor/client'

/** True if customers can see the product, or could until the operator has hidden it. Some edits then wait. */
export function isLive({ status }: Pick<Product, 'status'>): boolean {
  return status === 'PUBLISHED' || status === 'HIDDEN'
}
