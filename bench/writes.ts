import type { OpenLine } from './fill-order-queries.ts'
import type { Call } from './http.ts'
import { newProduct } from './new-product.ts'

type Signed = Record<string, string>

/** Returns a request that sets the stock of a variant. `signed` are the headers with the token. */
export function stockChange(
  signed: Signed,
  { id, variantId, quantity }: { id: string; variantId: string; quantity: number }
): Call {
  return jsonCall('PATCH', `vendor/products/${id}`, signed, { variantStock: [{ variantId, quantity }] })
}

/** Returns a request that creates a product. */
export function productCreation(signed: Signed, call: number, categoryIds: string[]): Call {
  return { ...jsonCall('POST', 'vendor/products', signed, newProduct(call, categoryIds)), expect: 201 }
}

/** Returns a shipment of one unit of a line. */
export function shipmentOf({ suborderId: orderId, orderItemId }: OpenLine) {
  const trackingNumber = '1Z999AA10123456784'
  return { orderId, carrier: 'UPS', trackingNumber, items: [{ orderItemId, quantity: 1 }] }
}

/** Returns a request with a JSON body, below `/api/v1/`. */
export function jsonCall(method: 'POST' | 'PATCH' | 'PUT', path: string, signed: Signed, body: object): Call {
  const headers = { ...signed, 'content-type': 'application/json' }
  return { method, path: `/api/v1/${path}`, headers, body: JSON.stringify(body) }
}
