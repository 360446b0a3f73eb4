import { type ModeratedText, moderatedTexts } from '../fields/lists.ts'
import { productFieldTable } from '../fields/product-fields.ts'
import { columnOf } from '../fields/sql.ts'

/** The rows from which facts are computed. */
export type FactSource = 'stored' | 'document' | 'snapshot'

/**
 * A fact about a product as proposed, which conditions of approval rules compare, as SQL expressions for each source:
 *
 * - `stored`: a row `p` of `products`, and its vendor `v`
 * - `document`: a new product of the vendor `v` as JSON: a row `d` with the columns `product`, `variants` and
 *   `category_ids` (jsonb)
 * - `snapshot`: a row `s` of `moderation_snapshots`. Facts with a `name` are stored under this name in its column
 *   `facts`.
 */
type Fact = { stored: string; document: string } & (
  | { name: string; type: 'text' | 'integer' | 'numeric' | 'money' | 'uuid[]' }
  | { snapshot: string }
)

/** All facts, by the column that `evaluateRules` reads. */
const facts: Record<string, Fact> = {
  trust: { name: 'trust', type: 'text', stored: 'v.trust', document: 'v.trust' },
  // The categories of the product, without their ancestors.
  category_ids: {
    ...{ name: 'categoryIds', type: 'uuid[]' },
    stored:
      'array(select c.category_id from product_categories c where c.product_id = p.id order by c.position)',
    document: 'array(select jsonb_array_elements_text(d.category_ids)::uuid)'
  },
  image_count: {
    ...{ name: 'imageCount', type: 'integer' },
    stored: `case when p.pending_revision ? 'images' then jsonb_array_length(p.pending_revision -> 'images')
      else (select count(*)::integer from product_images i where i.product_id = p.id) end`,
    document: `coalesce(jsonb_array_length(nullif(d.product -> 'images', 'null')), 0)`
  },
  max_vendor_price: {
    ...{ name: 'maxVendorPrice', type: 'money' },
    stored: '(select max(x.vendor_price) from variants x where x.product_id = p.id)',
    document: `(select max((x ->> 'vendorPrice')::numeric) from jsonb_array_elements(d.variants) as x)`
  },
  // How many required attributes have no value.
  missing_attributes: {
    ...{ name: 'missingAttributes', type: 'integer' },
    stored: 'coalesce((select i.missing from attribute_issues i where i.product_id = p.id), 0)',
    document: `missing_attributes(d.category_ids, coalesce(d.product -> 'productAttributes',
      case when d.product ? 'variants' then d.product -> 'attributes' end), d.variants)`
  },
  // The largest share of words that differ in one of the texts of a revision, from 0 to 1. 0 if no text changes.
  text_change: {
    ...{ name: 'textChange', type: 'numeric' },
    stored: `(
      select coalesce(max(coalesce((p.pending_text_changes ->> t.field)::numeric, 1)), 0)
      from jsonb_object_keys(p.pending_revision) as t (field) where t.field <> 'images')`,
    document: '0::numeric'
  },
  // The changed fields of a revision. Null for a new product.
  fields: {
    stored: `case when p.status <> 'PENDING_APPROVAL' then array(select jsonb_object_keys(p.pending_revision)) end`,
    document: 'null::text[]',
    snapshot: `case s.kind when 'REVISION' then array(select jsonb_object_keys(s.proposed)) end`
  },
  // The texts as proposed, in which words and links are searched.
  texts: {
    stored: joinedTexts((text) => overlaid(text, 'p.pending_revision', liveText(text))),
    document: joinedTexts((text) => `d.product ->> '${text}'`),
    snapshot: joinedTexts((text) => overlaid(text, 's.proposed', `s.live ->> '${text}'`))
  }
}

/** Returns the columns with all facts, for `evaluateRules`. */
export function factColumns(source: FactSource): string {
  const columns = Object.entries(facts).map(([column, fact]) => {
    return `${source === 'snapshot' ? fromSnapshot(fact) : fact[source]} as ${column}`
  })
  return columns.join(',\n      ')
}

/** Returns the value of the column `facts` of a new snapshot. */
export function snapshotFacts(source: 'stored' | 'document'): string {
  const members = Object.values(facts).flatMap((fact) => {
    if (!('name' in fact)) return []
    return [`'${fact.name}', ${fact.type === 'money' ? `money_text(${fact[source]})` : fact[source]}`]
  })
  return `jsonb_build_object(${members.join(',\n    ')})`
}

/** Returns the row `d` of the source `document` for a product as the history records it (`wholeProduct`). */
export function recordedDocument(product: string): string {
  return `(select ${product} as product, ${product} -> 'variants' as variants, ${product} -> 'categoryIds' as category_ids) d`
}

function fromSnapshot(fact: Fact): string {
  if ('snapshot' in fact) return fact.snapshot
  const { name, type } = fact
  if (type === 'uuid[]') return `array(select jsonb_array_elements_text(s.facts -> '${name}')::uuid)`
  return `(s.facts ->> '${name}')::${type === 'money' ? 'numeric' : type}`
}

function liveText(text: ModeratedText): string {
  const column = `p.${columnOf(text)}`
  return productFieldTable[text].kind === 'map' ? `${column}::text` : column
}

/** Returns the text that is proposed, or else the live one. */
function overlaid(field: ModeratedText, proposed: string, live: string): string {
  return `case when ${proposed} ? '${field}' then ${proposed} ->> '${field}' else ${live} end`
}

/**
 * Returns the moderated texts, separated by U+001F, so that no phrase is found in two texts together. In texts that
 * aren't HTML, `<` begins no tag, so it is replaced: otherwise, words after it would not be found.
 */
function joinedTexts(textOf: (text: ModeratedText) => string): string {
  const texts = moderatedTexts.map((text) =>
    productFieldTable[text].kind === 'html'
      ? `replace(${textOf(text)}, E'\\u001f', '')`
      : `translate(${textOf(text)}, E'<\\u001f', ' ')`
  )
  return `concat_ws(E' \\u001f ', ${texts.join(', ')})`
}
