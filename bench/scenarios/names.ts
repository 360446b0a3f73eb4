/** The names of all scenarios, which are also their file names, in the order in which they run. */
export const scenarioNames = [
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
  'order-intake',
  'shipment',
  'sign-in',
  'image-upload',
  'bulk-update',
  'bulk-upload',
  'bulk-upload-rules',
  'hostile-bodies',
  'growth',
  'overload',
  'overload-proxy',
  'mixed-load',
  'processor-time',
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
