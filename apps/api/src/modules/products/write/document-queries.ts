import type { Fragment, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import { documentValues, recordAndWatch } from './record-queries.ts'

/** The stored file of a document. `size` is in bytes. */
export type DocumentFile = { path: string; size: number }

/** The fields of a new document. */
export type DocumentFields = {
  title: string
  type: string
  url: string | null
  sortOrder: number
  path: string | null
  size: number | null
}

/** A document as it is stored. */
export type StoredDocument = DocumentFields & { id: string }

/**
 * Changes of a product's documents. `removed` contains ids. Documents that are in none of the lists stay
 * unchanged.
 */
export type DocumentChanges = { created: DocumentFields[]; updated: StoredDocument[]; removed: string[] }

type OfProduct = { productId: string }

/** SQL for the `StoredDocument` of a row `d` of `product_documents`, as JSON. */
export const storedDocument = `json_build_object('id', d.id, 'title', d.title, 'type', d.type, 'url', d.url,
  'path', d.path, 'size', d.size, 'sortOrder', d.sort_order)`

/** Returns the documents of a product, in no particular order. */
export async function listDocuments(
  tx: Tx,
  vendorId: string,
  { productId }: OfProduct
): Promise<StoredDocument[]> {
  const rows = await tx<{ document: StoredDocument }[]>`
    select ${tx.unsafe(storedDocument)} as document
    from product_documents d where vendor_id = ${vendorId} and product_id = ${productId}`
  return rows.map(({ document }) => document)
}

/**
 * Writes changes of a product's documents. New documents get ascending ids in the order of `created`.
 *
 * With `origin`, records the change. Omit it for the documents of new products, which are recorded with their
 * product.
 */
export async function writeDocuments(
  tx: Tx,
  vendorId: string,
  { productId, created, updated, removed, origin }: OfProduct & DocumentChanges & { origin?: Origin }
): Promise<void> {
  const written = [...updated, ...created].map((document, position) => ({ ...document, position }))
  await tx`
    with written as materialized (
      select * from jsonb_to_recordset(${tx.json(written)}) as g (position integer, id uuid, title text, type text,
        url text, path text, size bigint, "sortOrder" integer)
    ), removed as (
      delete from product_documents
      where vendor_id = ${vendorId} and product_id = ${productId} and id = any(${removed}::uuid[])
      returning id
    ), updated as (
      update product_documents d
      set title = g.title, type = g.type, url = g.url, path = g.path, size = g.size, sort_order = g."sortOrder",
        updated_at = now()
      from written g
      where d.vendor_id = ${vendorId} and d.product_id = ${productId} and d.id = g.id
      returning d.*
    ), inserted as (
      insert into product_documents (id, product_id, vendor_id, title, type, url, path, size, sort_order)
      select uuidv7(), ${productId}, ${vendorId}, title, type, url, path, size, "sortOrder"
      from written where id is null order by position
      returning *
    ) ${origin ? tx`, ${recordDocuments(tx, vendorId, { productId, origin })}` : tx``}
    select`
}

/**
 * Returns common table expressions that record the change of a product's documents, whose rows are in the
 * common table expressions `removed`, `updated` and `inserted`.
 */
function recordDocuments(
  tx: Tx,
  vendorId: string,
  { productId, origin }: OfProduct & { origin: Origin }
): Fragment {
  return tx`compared as materialized (
      select ${tx.unsafe(documentValues('product_documents'))} as before,
        ${tx.unsafe(
          documentValues(`(
          select * from updated union all select * from inserted union all
          select * from product_documents s where s.product_id = p.id
            and not exists (select from updated u where u.id = s.id)
            and not exists (select from removed r where r.id = s.id))`)
        )} as after
      from (select ${productId}::uuid as id) p
    ), change as materialized (
      select ${vendorId}::uuid as vendor_id, ${productId}::uuid as product_id, null::uuid as variant_id,
        'documents' as field, before as old_value, after as new_value
      from compared where before <> after
    ), ${recordAndWatch(tx, origin)}`
}
