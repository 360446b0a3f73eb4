/** A fault of one item as its job tells it (specification 4.4). `field` is null for what concerns the whole item. */
export type ItemFault = { code: string; field: string | null; message: string }

/**
 * An item of a bulk upload as it waits in `import_chunks.prepared`, checked and in the names and forms of the record
 * that it becomes: amounts are canonical decimals, HTML is sanitised, texts are trimmed. A field that was left out is
 * left out here. An item with `errors` has no other field than those and `sku`, and fails when its chunk is worked on.
 */
export type PreparedItem =
  | { errors: ItemFault[]; sku?: string }
  | {
      sku: string
      name: string
      /** The slug wanted if the product is new. */
      slug: string
      /** The cost of the one variant. */
      vendorPrice: string
      description?: string
      brand?: string
      manufacturer?: string
      countryOfOrigin?: string
      commodityCode?: string
      eccn?: string
      /** Only where `unspsc` has 8 or 10 digits. */
      unspc?: string
      /** `min_qty`, `weight`, `free_shipping`, `abilityone`, `made_in_usa`, `green_product`, as sent. */
      metadata?: Record<string, string | number>
      categoryIds?: string[]
      /** On hand, and the initial inventory of a new variant. */
      stock?: number
      upc?: string
      unitOfMeasure?: string
      partNumber?: string
      /** `{ unspc }` where it was sent. */
      attributes?: { unspc: string }
      /** Absolute http(s) URLs, at most 20. */
      images?: string[]
    }
