import { newId } from '../../apps/api/src/lib/ids.ts'
import { type Catalog, openCatalog } from '../catalog.ts'
import { insertVendors } from '../fill-queries.ts'
import { timeOnce } from '../pace.ts'
import { checkpoint, insertApprovalRules, setRulesActive } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { awaitJob, jsonBody, ndjsonBody, requireCreated, sendUpload } from '../upload.ts'

const maxJsonItems = 50_000

export const scenario: Scenario = {
  floor: 'The same upload while no approval rule is active',
  async prepare(setup: BenchSetup) {
    const { options, sql, categoryIds, signIn } = setup
    const catalog = await openCatalog(categoryIds)
    const [vendorId = '', other = ''] = await insertVendors(sql, { prefix: 'ruled', count: 2 })
    await insertApprovalRules(sql, tenRules({ vendorId, other, categoryIds }))
    const headers = await signIn(vendorId)
    return options.uploadSizes.map((size) => ofSize({ setup, catalog, headers }, size))
  }
}

type Parts = { setup: BenchSetup; catalog: Catalog; headers: () => Record<string, string> }

function ofSize({ setup: { service, sql }, catalog, headers }: Parts, size: number): RatioCase {
  const upload = async (hasRules: boolean) => {
    const mark = newId().slice(-12)
    const items = Array.from({ length: size }, (_, index) => catalog.item(index, mark))
    const body = size > maxJsonItems ? ndjsonBody(items) : jsonBody(items)
    await setRulesActive(sql, hasRules)
    const sample = await timeOnce(size, async () => {
      requireCreated(await awaitJob(service, headers, await sendUpload(service, headers, body)), size)
    })
    await setRulesActive(sql, false)
    return sample
  }
  return {
    kind: 'ratio',
    size: `${size} ${size > maxJsonItems ? 'NDJSON' : 'JSON'}`,
    unit: 'items',
    target: 0.8,
    settle: () => checkpoint(sql),
    floor: () => upload(false),
    service: () => upload(true),
    notes: async () => [`items have ${catalog.source}`]
  }
}

/**
 * Returns ten rules. Nine of them check all kinds of conditions, and match few or none of the items. The last
 * rule approves the others, except a sample of 5 %.
 */
function tenRules({
  vendorId,
  other,
  categoryIds
}: {
  vendorId: string
  other: string
  categoryIds: string[]
}) {
  const reasons = [{ code: 'BENCH', pointer: null, imageId: null, text: 'Not permitted.' }]
  const words = ['free shipping', 'best price', 'refurbished', 'replica', 'money back', 'limited offer']
  const rules = [
    { conditions: { kinds: ['REVISION'], maxTextChange: 0.1 }, decision: 'APPROVE' },
    { conditions: { vendorIds: [other], withoutLinks: true }, decision: 'APPROVE' },
    { conditions: { minTrust: 'TRUSTED' }, decision: 'APPROVE' },
    { conditions: { minImages: 1, withoutLinks: true, withoutWords: words }, decision: 'APPROVE' },
    { conditions: { categoryIds: categoryIds.slice(0, 1), maxVendorPrice: '1' }, decision: 'APPROVE' },
    { conditions: { kinds: ['PRODUCT'], maxVendorPrice: '0.5' }, decision: 'REJECT', reasons },
    { conditions: { categoryIds: categoryIds.slice(1, 2), maxVendorPrice: '2' }, decision: 'QUEUE' },
    { conditions: { onlyFields: ['images'] }, decision: 'APPROVE' },
    { conditions: { categoryIds: categoryIds.slice(2, 9), minTrust: 'TRUSTED' }, decision: 'APPROVE' },
    {
      conditions: { kinds: ['PRODUCT'], vendorIds: [vendorId], withoutLinks: true, withoutWords: words },
      decision: 'APPROVE',
      samplePercent: 5
    }
  ]
  return rules.map((rule, position) => ({ reasons: [], samplePercent: 0, ...rule, position }))
}
