/**
 * The names of all scenarios, which are also their file names, in the order in which they run. If a run takes too long,
 * the last ones are omitted.
 */
export const scenarioNames = [
  'start',
  'product-read',
  'product-list',
  'category-tree',
  'shipping-methods',
  'orders-list',
  'asset-read',
  'export',
  'compression',
  'stock-update',
  'product-create',
  'keyed-writes',
  'watched-price',
  'quote',
  'order-intake',
  'shipment',
  'fulfilment-sets',
  'sign-in',
  'image-upload',
  'bulk-update',
  'bulk-upload',
  'bulk-upload-rules',
  'bulk-upload-attributes',
  'decisions',
  'hostile-bodies',
  'growth',
  'overload',
  'overload-proxy',
  'mixed-load',
  'two-nodes',
  'metrics-cost',
  'storefront',
  'search',
  'history',
  'catalog-feed',
  'webhooks',
  'review-queue',
  'image-import',
  'long-updates',
  'console',
  'console-catalog',
  'bulk-memory',
  'storefront-lists',
  'attribute-checks'
] as const

export type ScenarioName = (typeof scenarioNames)[number]

/** Scenarios that take minutes, need other programs or change the products. They run only if the command names them. */
export const onlyWhenNamed: readonly ScenarioName[] = [
  'bulk-memory',
  'overload-proxy',
  'console',
  'console-catalog',
  'storefront-lists',
  'attribute-checks'
]
