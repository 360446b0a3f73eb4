import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import { named, ref } from '../../http/schema.ts'
import { amount, methodNames, orderFields, orderItemFields } from '../orders/schema.ts'

const PurchaseOrderItem = named(
  'PurchaseOrderItem',
  Type.Object({
    ...orderItemFields,
    price: amount('The vendor cost per unit', 10),
    subtotal: amount('price × quantity, rounded half up to cents', 30)
  }),
  'A line of a purchase order, at vendor cost'
)

/** The fields of a purchase order in the list (contract 2.7). */
const purchaseOrderFields = {
  ...orderFields,
  items: Type.Array(ref(PurchaseOrderItem)),
  subtotal: amount('The sum of all lines at vendor cost', 30),
  tax: amount("Always 0, because tax applies only to the customer's order", 0),
  discount: amount("Always 0, because the discount applies only to the customer's order", 0),
  total: amount('subtotal + shipping', 38.9)
}

/** A suborder at vendor cost (contract 2.7, 4.8). The order with the same id has the retail prices. */
export const PurchaseOrder = named(
  'PurchaseOrder',
  Type.Object({ ...purchaseOrderFields, ...methodNames }),
  'An order at vendor cost'
)
export type PurchaseOrder = Static<typeof PurchaseOrder>

const PurchaseOrderEntry = named(
  'PurchaseOrderEntry',
  Type.Object(purchaseOrderFields),
  'A purchase order as lists show it, at vendor cost'
)

export const PurchaseOrderPage = pageSchema('PurchaseOrderPage', 'purchaseOrders', PurchaseOrderEntry)
export type PurchaseOrderPage = Static<typeof PurchaseOrderPage>
