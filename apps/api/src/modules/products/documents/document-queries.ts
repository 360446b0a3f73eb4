import type { Tx } from '../../../db/connect.ts'

/** A file that a document was sent with, as it was stored; bytes. */
export type DocumentFile = { path: string; size: number }

/** A new document; one without a sort order has its place in the array. */
export type DocumentFields = {
  title: string
  type: string
  url: string | null
  sortOrder: number
  path: string | null
  size: number | null
}

export type StoredDocument = DocumentFields & { id: string }

type OfProduct = { productId: string }

export function listDocuments(tx: Tx, vendorId: string, { productId }: OfProduct): Promise<StoredDocument[]> {
  return tx<StoredDocument[]>`
    select id, title, type, url, path, size::float8 as size, sort_order from product_documents
    where vendor_id = ${vendorId} and product_id = ${productId}`
}

/** Inserts documents of a product in their order. */
export async function insertDocuments(
  tx: Tx,
  vendorId: string,
  { productId, documents }: OfProduct & { documents: DocumentFields[] }
): Promise<void> {
  const numbered = documents.map((document, position) => ({ ...document, position }))
  await tx`
    insert into product_documents (id, product_id, vendor_id, title, type, url, path, size, sort_order)
    select uuidv7(), ${productId}, ${vendorId}, f.title, f.type, f.url, f.path, f.size, f."sortOrder"
    from jsonb_to_recordset(${tx.json(numbered)}) as f (position integer, title text, type text, url text, path text,
      size bigint, "sortOrder" integer)
    order by f.position`
}

/** Sets all fields of documents that the product has. */
export async function updateDocuments(
  tx: Tx,
  vendorId: string,
  { productId, documents }: OfProduct & { documents: StoredDocument[] }
): Promise<void> {
  await tx`
    update product_documents d
    set title = f.title, type = f.type, url = f.url, path = f.path, size = f.size, sort_order = f."sortOrder",
      updated_at = now()
    from jsonb_to_recordset(${tx.json(documents)}) as f (id uuid, title text, type text, url text, path text,
      size bigint, "sortOrder" integer)
    where d.vendor_id = ${vendorId} and d.product_id = ${productId} and d.id = f.id`
}

export async function deleteDocuments(
  tx: Tx,
  vendorId: string,
  { productId, ids }: OfProduct & { ids: string[] }
): Promise<void> {
  await tx`
    delete from product_documents
    where vendor_id = ${vendorId} and product_id = ${productId} and id = any(${ids}::uuid[])`
}
