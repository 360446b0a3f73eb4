const MiB = 1024 * 1024

/** A POST request with a body that is expensive to check. `as` is the kind of user that may call the path. */
export type HostileRequest = { title: string; path: string; body: () => string; as: 'vendor' | 'platform' }

/**
 * The POST requests that are the most expensive to check. Their bodies have the maximum size. The response to
 * each must be a 400.
 */
export const hostileRequests: HostileRequest[] = [
  {
    title: '190,000 empty rates',
    path: '/vendor/me/shipping-methods',
    body: () => `{"name":"x","countryRates":${list(190_000, '{}')}}`,
    as: 'vendor'
  },
  {
    title: '1,000 rates with 15 invalid tiers each',
    path: '/vendor/me/shipping-methods',
    body: () =>
      `{"name":"x","countryRates":${list(1_000, `{"weightTiers":${list(15, '{"minWeight":1,"x":2}')}}`)}}`,
    as: 'vendor'
  },
  {
    title: '190,000 vendors that are null',
    path: '/platform/orders',
    body: () => `{"vendors":${list(190_000, 'null')}}`,
    as: 'platform'
  },
  {
    title: '50 vendors with 200 invalid items each',
    path: '/platform/orders',
    body: () => `{"vendors":${list(50, `{"items":${list(200, '{"quantity":"x"}')}}`)}}`,
    as: 'platform'
  },
  {
    title: '30,000 decisions with unknown fields',
    path: '/platform/moderation/decisions',
    body: () => `{"items":${list(30_000, '{"a":1,"b":2,"c":3}')}}`,
    as: 'platform'
  },
  {
    title: '60,000 invalid variants',
    path: '/vendor/products',
    body: () => `{"name":"Bolt","sku":"B","variants":${list(60_000, '{"sku":1}')}}`,
    as: 'vendor'
  },
  {
    title: '20,000 unknown fields',
    path: '/vendor/products',
    body: () => `{${Array.from({ length: 20_000 }, (_, index) => `"field${index}":1`).join()}}`,
    as: 'vendor'
  },
  {
    title: '64 KiB of unclosed paragraphs',
    path: '/vendor/products',
    body: () => JSON.stringify({ name: 'x', sku: 'B', description: '<p lang=e>'.repeat(6_500) }),
    as: 'vendor'
  },
  {
    title: 'one document of 19 MiB',
    path: '/vendor/products',
    body: () => `{"documents":[{"base64Document":"${'QUJD'.repeat((19 * MiB) / 4)}"}]}`,
    as: 'vendor'
  },
  {
    title: '19 MiB of empty objects',
    path: '/vendor/products',
    body: () => `{"variants":${list(6 * MiB, '{}')}}`,
    as: 'vendor'
  }
]

function list(count: number, entry: string): string {
  return `[${Array(count).fill(entry).join()}]`
}
