import type { ModerationChange, ModerationEntry } from '@purveyor/client'

/** Returns an entry of the queue for tests: fields with their proposed values. */
export function entryWith(
  kind: ModerationEntry['kind'],
  proposed: Record<string, unknown>,
  { version = 1, variantCount = 1 } = {}
): ModerationEntry {
  return {
    kind,
    version,
    submittedAt: '2026-01-01T00:00:00.000Z',
    product: {
      id: '01990cdf-8800-7000-8000-000000000001',
      name: 'Hex bolt',
      slug: 'hex-bolt',
      sku: 'HB',
      status: kind === 'PRODUCT' ? 'PENDING_APPROVAL' : 'PUBLISHED',
      brand: null,
      variantCount,
      imageUrl: null,
      createdAt: '2026-01-01T00:00:00.000Z'
    },
    vendor: { id: '01990cdf-8800-7000-8000-000000000002', name: 'Harbor Supply', slug: 'harbor-supply' },
    importJobId: null,
    claimedBy: null,
    isSample: false,
    sampledBy: null,
    changeSetId: null,
    attributeIssues: [],
    corrections: [],
    changes: Object.entries(proposed).map(([field, value]): ModerationChange => {
      return { field, live: null, proposed: value }
    })
  } as ModerationEntry
}
