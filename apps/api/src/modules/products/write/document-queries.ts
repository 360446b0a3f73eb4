import type { Tx } from '../../../db/connect.ts'

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

/** Returns the documents of a product, in no particular order. */
export async function listDocuments(
  tx: Tx,
  vendorId: string,
  { productId }: OfProduct
): Promise<StoredDocument[]> {
  return await tx<StoredDocument[]>`
    select id, title, type, url, path, size::float8 as size, sort_order from product_documents
    where vendor_id = ${vendorId} and product_id = ${productId}`
}

/** Writes changes of a product's documents. New documents get ascending ids in the order of `created`. */
export async function writeDocuments(
  tx: Tx,
  vendorId: string,
  { productId, created, updated, removed }: OfProduct & DocumentChanges
): Promise<void> {
  const given = [...updated, ...created].map((document, position) => ({ ...document, position }))
  await tx`
    with given as materialized (
      select * from jsonb_to_recordset(${tx.json(given)}) as g (position integer, id uuid, title text, type text,
        url text, path text, size bigint, "sortOrder" integer)
    ), removed as (
      delete from product_documents
      where vendor_id = ${vendorId} and product_id = ${productId} and id = any(${removed}::uuid[])
    ), updated as (
      update product_documents d
      set title = g.title, type = g.type, url = g.url, path = g.path, size = g.size, sort_order = g."sortOrder",
        updated_at = now()
      from given g
      where d.vendor_id = ${vendorId} and d.product_id = ${productId} and d.id = g.id
    )
    insert into product_documents (id, product_id, vendor_id, title, type, url, path, size, sort_order)
    select uuidv7(), ${productId}, ${vendorId}, title, type, url, path, size, "sortOrder"
    from given where id is null order by position`
}
