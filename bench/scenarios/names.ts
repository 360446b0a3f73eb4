/** The names of all scenarios, which are also their file names, in the order in which they run. */
export const scenarioNames = [
  'product-read',
  'product-list',
  'category-tree',
  'shipping-methods',
  'orders-list',
  'storefront',
  'search',
  'history',
  'asset-read',
  'export',
  'compression',
  'stock-update',
  'product-create',
  'keyed-writes',
  'watched-price',
  'order-intake',
  'shipment',
  'fulfilment-sets',
  'catalog-feed',
  'sign-in',
  'image-upload',
  'image-import',
  'bulk-update',
  'bulk-upload',
  'bulk-upload-rules',
  'decisions',
  'review-queue',
  'hostile-bodies',
  'growth',
  'overload',
  'overload-proxy',
  'mixed-load',
  'long-updates',
  'two-nodes',
  'metrics-cost',
  'console',
  'console-catalog',
  'start',
  'bulk-memory'
] as const

export type ScenarioName = (typeof scenarioNames)[number]

/** Scenarios that take minutes or need other programs. They run only if the command names them. */
export const onlyWhenNamed: readonly ScenarioName[] = [
  'bulk-memory',
  'overload-proxy',
  'console',
  'console-catalog'
]
