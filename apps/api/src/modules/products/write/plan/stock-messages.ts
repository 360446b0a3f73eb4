import { maxStock } from '../../product-patch.ts'

/**
 * The messages for updates of stock that the stored values don't allow (contract 4.2, 4.5). After each message comes the
 * stored value.
 */
export const stockMessages = {
  STOCK_CONFLICT: 'must be equal to the stock on hand, which is',
  INSUFFICIENT_STOCK: 'must not lower the stock on hand below 0; it is',
  STOCK_OUTDATED: 'must not be before the last count, shipment or cancelled shipment, which was at',
  TOO_LARGE: `must not raise the stock on hand above ${maxStock}; it is`
} as const
