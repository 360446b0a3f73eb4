type Subject = { type: string; subjectType: string; subjectId: string | null; vendorId: string | null }

/** The paths of resources that vendors can read, by the type of the subject. `:id` is the id of the subject. */
const vendorPaths: Record<string, string> = {
  product: '/vendor/products/:id',
  order: '/vendor/orders/:id',
  shipment: '/vendor/shipments/:id',
  statement: '/vendor/statements/:id',
  import_job: '/vendor/import-jobs/:id',
  shipping_method: '/vendor/me/shipping-methods/:id',
  vendor: '/vendor/me/profile',
  webhook: '/vendor/me/webhooks/:id'
}

const platformPaths: Record<string, string> = {
  product: '/platform/products/:id',
  order: '/platform/orders/:id',
  statement: '/platform/statements/:id',
  vendor: '/platform/vendors/:id',
  category: '/platform/categories/:id',
  collection: '/platform/collections/:id',
  tag: '/platform/tags/:id',
  facet: '/platform/facets/:id',
  facet_value: '/platform/facet-values/:id',
  attribute: '/platform/attributes/:id',
  approval_rule: '/platform/approval-rules/:id',
  reason_template: '/platform/reason-templates/:id',
  settings: '/platform/settings',
  webhook: '/platform/webhooks/:id'
}

/** The paths of what has changed in the catalog. Products are read with the filter `ids`. */
const catalogPaths: Record<string, string> = {
  product: '/storefront/products?ids=:id',
  vendor: '/platform/vendors/:id',
  category: '/platform/categories/:id'
}

/** The paths in messages. The client has a copy of them, which `npm run client-types` writes. */
export const resourcePaths = { vendor: vendorPaths, platform: platformPaths, catalog: catalogPaths }

/**
 * Returns the path of the resource that an event is about, or null if it was deleted or has no endpoint of its own for
 * the readers of the feed.
 */
export function resourcePath(
  { type, subjectType, subjectId, vendorId }: Subject,
  isPlatform: boolean
): string | null {
  const paths = type === 'catalog.changed' ? catalogPaths : isPlatform ? platformPaths : vendorPaths
  // The operator has no endpoint for a single webhook of a vendor.
  if (isPlatform && subjectType === 'webhook' && vendorId !== null) return null
  const path = paths[subjectType]
  if (path === undefined || type.endsWith('.deleted') || (subjectId === null && path.includes(':id')))
    return null
  return `/api/v1${path.replace(':id', subjectId ?? '')}`
}
