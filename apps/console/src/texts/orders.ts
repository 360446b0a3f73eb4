import { orders, purchaseOrders, shipments, shipping } from './en/orders.ts'
import { inLanguage } from './texts.ts'

export const ordersTexts = inLanguage({ en: orders })
export const shippingTexts = inLanguage({ en: shipping })
export const shipmentsTexts = inLanguage({ en: shipments })
export const purchaseOrdersTexts = inLanguage({ en: purchaseOrders })
