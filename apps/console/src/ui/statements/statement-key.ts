import { orderKeys } from '../orders/order-keys.ts'

/**
 * The key of the queries about statements. What is shipped changes the open one, so they are read again with the orders.
 */
export const statementKey = [...orderKeys.all, 'statements'] as const
