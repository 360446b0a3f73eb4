import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import { named, ref } from '../../http/schema.ts'
import { amount, methodNames, orderFields, orderItemFields } from '../orders/schema.ts'

const PurchaseOrderItem = named(
  'PurchaseOrderItem',
  Type.Object({
    ...orderItemFields,
    price: amount('The vendor cost of a piece', 10),
    subtotal: amount('price × quantity, half up to cents', 30)
  })
)

/** Specification 2.7 as the list has it. */
const purchaseOrderFields = {
  ...orderFields,
  items: Type.Array(ref(PurchaseOrderItem)),
  subtotal: amount('Of all lines at the vendor cost', 30),
  tax: amount('0: it belongs to the customer’s order', 0),
  discount: amount('0: it belongs to the customer’s order', 0),
  total: amount('subtotal + shipping', 38.9)
}

/** A suborder at the vendor cost (contract 2.7, 4.8); the order of the same id has the retail prices. */
export const PurchaseOrder = named('PurchaseOrder', Type.Object({ ...purchaseOrderFields, ...methodNames }))
export type PurchaseOrder = Static<typeof PurchaseOrder>

const PurchaseOrderEntry = named('PurchaseOrderEntry', Type.Object(purchaseOrderFields))

export const PurchaseOrderPage = pageSchema('PurchaseOrderPage', 'purchaseOrders', PurchaseOrderEntry)
export type PurchaseOrderPage = Static<typeof PurchaseOrderPage>
