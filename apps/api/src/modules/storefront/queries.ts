import type { Fragment, Handle } from '../../db/connect.ts'
import { plannedRows } from '../../db/estimate.ts'
import { type Page, pageStatement, readCounted, readRows } from '../../db/lists.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Listed } from '../../http/paging.ts'
import { publicVariantColumns } from '../products/fields/sql.ts'
import {
  contentColumns,
  documentList,
  fromOrigin,
  imageList,
  reviewColumns,
  termLists
} from '../products/read/shape-queries.ts'
import { type Browsing, countOffers, estimableOffers, offerPage, usesOffers } from './browse-queries.ts'
import { offersIncomplete, tooManyToSort } from './browsing-problems.ts'
import {
  countOnSale,
  liveProducts,
  onSale,
  saleList,
  searchTerms,
  storefrontCandidates
} from './candidate-queries.ts'
import type { StorefrontProduct } from './schema.ts'
import { offerList } from './walk-queries.ts'

/** The active variants at retail prices. `listPrice` (MSRP) is null unless it is higher than the price. */
const variantsOnSale = `(
  select coalesce(json_agg(e), '[]') from (
    select x.id, ${publicVariantColumns}, money_text(r.price) as price,
      case when x.list_price > r.price then money_text(x.list_price) end as "listPrice",
      greatest(0, x.stock_on_hand - x.stock_reserved) as "stockAvailable"
    from variants x cross join lateral (select retail_price(x.vendor_price, v.commission_percent) as price) r
    where x.product_id = p.id and x.is_active order by x.position, x.id) e)`

/**
 * The columns of a product in the storefront, as SQL text. They refer to the same rows `p`, `v` and `o` as
 * the columns of a vendor's product. `to_json` of a row with these columns is the product.
 */
const storefrontColumns = `
  ${contentColumns}, json_build_object('id', v.id, 'name', v.name, 'slug', v.slug) as vendor,
  iso_text(p.created_at) as "createdAt", ${variantsOnSale} as variants, ${imageList} as images,
  ${documentList} as documents, ${termLists}, ${reviewColumns}`

const selectProduct = `select to_json(s) from (select ${storefrontColumns}) s`

/** Returns the product with this slug as JSON text, or undefined if customers don't see it. */
export async function findStorefrontProduct(
  sql: Handle,
  { slug, assetOrigin }: { slug: string; assetOrigin: string }
): Promise<JsonText<StorefrontProduct> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select (${sql.unsafe(selectProduct)})::text as json
    from products p join vendors v on v.id = p.vendor_id, ${fromOrigin(sql, assetOrigin)}
    where p.slug = ${slug} and ${onSale(sql)}`
  return row?.json
}

/** What a page of products on sale needs besides its filters and order. */
type PageInput = Browsing & { page: Page; assetOrigin: string; withCount: boolean }

/**
 * Reads one page of the products on sale in one statement. With `withCount`, `total` is the number of all matching
 * products, at most `countLimit`.
 */
export function listStorefrontProducts(sql: Handle, input: PageInput): Promise<Listed> {
  return usesOffers(input) ? listOffers(sql, input) : readRows(sql, saleQuery(sql, input))
}

/** The statement of a page that isn't read from the offers. */
export function saleQuery(sql: Handle, input: PageInput): Fragment {
  const { filters, page, withCount } = input
  const list = saleList(sql, page)
  return pageStatement(list, {
    rows: storefrontCandidates(list, filters),
    ...productOf(sql, input),
    count: withCount ? countOnSale(sql, filters) : undefined
  })
}

function productOf(sql: Handle, { assetOrigin }: PageInput) {
  return {
    json: sql.unsafe(selectProduct),
    joins: sql`
      join products p on p.id = run.id join vendors v on v.id = p.vendor_id
      cross join ${fromOrigin(sql, assetOrigin)}`
  }
}

/**
 * Reads a page of the offers. Throws a 400 if too many products match to sort them, and a 503 if the offers aren't
 * complete yet.
 */
async function listOffers(sql: Handle, input: PageInput): Promise<Listed> {
  const { rows, count } = await readCounted<OfferCounts>(sql, offersQuery(sql, input))
  if (count?.isIncomplete) throw offersIncomplete()
  if (count?.isUnfinished) throw tooManyToSort(input)
  return { rows, ...(input.withCount && { total: count?.total ?? 0 }) }
}

type OfferCounts = { total: number | null; isUnfinished: boolean; isIncomplete: boolean }

/** The statement of a page of offers. */
export function offersQuery(sql: Handle, input: PageInput): Fragment {
  const list = offerList(sql, input, input.page)
  const { common, rows, isUnfinished } = offerPage(list, input)
  const count = sql`json_build_object(
    'total', ${input.withCount ? countOffers(sql, input) : sql`null`}, 'isUnfinished', ${isUnfinished},
    'isIncomplete', exists (select from storefront_offer_refreshes r where r.vendor_id is null))`
  const statement = pageStatement(list, { rows, ...productOf(sql, input), count })
  return common ? sql`with ${common} ${statement}` : statement
}

/** Returns the planner's estimate of the number of products on sale that pass the filters. */
export async function estimateStorefrontProducts(sql: Handle, browsing: Browsing): Promise<number> {
  const { search, ...others } = browsing.filters
  const [row] = search === undefined ? [] : await sql<{ terms: string | null }[]>`${searchTerms(sql, search)}`
  const filters = { ...others, terms: row?.terms ?? undefined }
  return plannedRows(sql, usesOffers(browsing) ? estimableOffers(sql, filters) : liveProducts(sql, filters))
}
