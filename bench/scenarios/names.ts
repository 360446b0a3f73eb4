/** Every scenario, in the order in which they run. Its file is named as it is. */
export const scenarioNames = [
  'product-read',
  'product-list',
  'category-tree',
  'shipping-methods',
  'orders-list',
  'asset-read',
  'export',
  'stock-update',
  'product-create',
  'order-intake',
  'shipment',
  'sign-in',
  'image-upload',
  'bulk-update',
  'bulk-upload',
  'hostile-bodies',
  'growth',
  'overload',
  'mixed-load',
  'two-nodes',
  'start',
  'bulk-memory'
] as const

export type ScenarioName = (typeof scenarioNames)[number]

/** Takes minutes, so that it runs only when it is named. */
export const onlyWhenNamed: readonly ScenarioName[] = ['bulk-memory']
