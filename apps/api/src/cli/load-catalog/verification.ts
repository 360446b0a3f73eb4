import { formatMoney, MONEY, parseDecimal, retailPrice } from '../../lib/decimal.ts'
import { cleanHtml } from '../../lib/html.ts'
import { listOf, recordOf } from '../../lib/shape.ts'
import { FatalError } from './errors.ts'
import type { Product } from './resources.ts'
import type { Row } from './rows.ts'
import { errorLines, type Send, shorten } from './service.ts'
import type { Session } from './session.ts'

/** The expected content of a product: its row, its category and the vendor's commission. */
type Expected = { row: Row; categoryId: string | null; commissionPercent: string }

/** Returns the vendor's commission as decimal text. Throws a FatalError if the operator can't read it. */
export async function readCommission(operator: Session, vendorId: string): Promise<string> {
  const answer = await operator.call({ method: 'GET', path: `/platform/vendors/${vendorId}` })
  const percent = parseDecimal(answer.body.commissionPercent, MONEY)
  if (answer.status === 200 && percent.ok) return percent.value
  throw new FatalError(`The vendor's commission cannot be read: ${errorLines(answer).join('; ')}.`)
}

/**
 * Returns one line for each difference between a product and its row. Before the comparison, it changes the
 * row as the service does: it trims single-line texts and sanitises the HTML of the description.
 */
export function productDifferences(
  product: Product,
  { row, categoryId, commissionPercent }: Expected
): string[] {
  const variant = variantOf(product, row)
  const price = parseDecimal(row.price, MONEY)
  const vendorPrice = price.ok ? formatMoney(price.value) : null
  const cleaned = cleanHtml(row.description ?? '')
  const description = 'html' in cleaned ? cleaned.html : row.description
  const categoryIds = listOf(product.categories).map((category) => recordOf(category).id)
  return [
    ...difference('sku', product.sku, row.sku.trim()),
    ...difference('name', product.name, row.name.trim()),
    ...difference('brand', product.brand ?? '', (row.brand ?? '').trim()),
    ...difference('description', product.description ?? '', description),
    ...difference('categories', categoryIds, categoryId === null ? [] : [categoryId]),
    ...difference('variant SKU', variant?.sku ?? null, row.sku.trim()),
    ...difference('variant name', variant?.name ?? null, row.name.trim()),
    ...difference('vendorPrice', variant?.vendorPrice ?? null, vendorPrice),
    ...difference('price', variant?.price ?? null, vendorPrice && retailPrice(vendorPrice, commissionPercent))
  ]
}

/** Returns one line for each difference between a published product and its public storefront page. */
export async function storefrontDifferences(send: Send, product: Product, row: Row): Promise<string[]> {
  const path = `/storefront/products/${encodeURIComponent(String(product.slug))}`
  const answer = await send({ method: 'GET', path })
  if (answer.status !== 200) return errorLines(answer).map((reason) => `on the storefront: ${reason}`)
  const shown = answer.body
  return [
    ...difference('id', shown.id, product.id),
    ...difference('name', shown.name, product.name),
    ...difference('description', shown.description, product.description),
    ...difference('price', variantOf(shown, row)?.price, variantOf(product, row)?.price)
  ].map((reason) => `on the storefront: ${reason}`)
}

function variantOf(product: Product, row: Row): Record<string, unknown> | undefined {
  return listOf(product.variants)
    .map(recordOf)
    .find(({ sku }) => sku === row.sku.trim())
}

function difference(field: string, found: unknown, expected: unknown): string[] {
  const [actualText, expectedText] = [JSON.stringify(found), JSON.stringify(expected)]
  return actualText === expectedText
    ? []
    : [`${field} is ${shorten(actualText ?? 'missing', 80)}, not ${shorten(expectedText ?? 'missing', 80)}`]
}
