// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.

/** The paths of resources in the bodies of webhooks, by the type of the subject. `:id` is the id of the subject. */
export const resourcePaths = {
  vendor: {
    product: '/vendor/products/:id',
    order: '/vendor/orders/:id',
    shipment: '/vendor/shipments/:id',
    statement: '/vendor/statements/:id',
    import_job: '/vendor/import-jobs/:id',
    shipping_method: '/vendor/me/shipping-methods/:id',
    vendor: '/vendor/me/profile',
    webhook: '/vendor/me/webhooks/:id'
  },
  platform: {
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
  },
  catalog: {
    product: '/storefront/products?ids=:id',
    vendor: '/platform/vendors/:id',
    category: '/platform/categories/:id'
  }
} as const
