/** The tables of the objects whose ids are the same in every demo marketplace. */
export const identifiedTables: readonly string[] = [
  ...[
    'vendors',
    'users',
    'api_tokens',
    'webhooks',
    'shipping_methods',
    'categories',
    'collections',
    'tags',
    'facets'
  ],
  ...['facet_values', 'products', 'variants', 'product_images', 'pending_images', 'product_documents'],
  ...[
    'import_jobs',
    'orders',
    'suborders',
    'order_items',
    'shipments',
    'statements',
    'reason_templates',
    'approval_rules',
    'attributes',
    'moderation_snapshots'
  ]
]
