import { newId } from '../../apps/api/src/lib/ids.ts'
import { deleteAttributes, insertFacetOf, type Listed, replaceListed } from '../attribute-queries.ts'
import { attributesAt, defineAttributes, facetCode } from '../attributes.ts'
import { type Catalog, openCatalog } from '../catalog.ts'
import { insertVendors } from '../fill-queries.ts'
import { timeOnce } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { awaitJob, jsonBody, ndjsonBody, requireCreated, sendUpload } from '../upload.ts'

const maxJsonItems = 50_000

export const scenario: Scenario = {
  floor: 'The upload of the same items, with their attributes, while no attributes are defined',
  async prepare(setup: BenchSetup) {
    const { options, sql, categoryIds, signIn } = setup
    const catalog = await openCatalog(categoryIds)
    const [vendorId = ''] = await insertVendors(sql, { prefix: 'attributes', count: 1 })
    const listed = await defineAttributes(sql, categoryIds)
    setup.defer(() => deleteAttributes(sql))
    const parts = { setup, catalog, listed, headers: await signIn(vendorId) }
    const size = Math.max(...options.uploadSizes)
    return [
      ...options.uploadSizes.map((size) => ofSize(parts, { size, target: 0.8, what: '' })),
      withFacet(parts, size)
    ]
  }
}

type Parts = { setup: BenchSetup; catalog: Catalog; listed: Listed[]; headers: () => Record<string, string> }
type Upload = { size: number; target: number | undefined; what: string }

function ofSize(
  { setup: { service, sql, categoryIds }, catalog, listed, headers }: Parts,
  { size, target, what }: Upload
): RatioCase {
  const upload = async (definitions: Listed[]) => {
    const mark = newId().slice(-12)
    const items = Array.from({ length: size }, (_, index) => ({
      ...catalog.item(index, mark),
      attributes: attributesAt(index, index % categoryIds.length)
    }))
    const body = size > maxJsonItems ? ndjsonBody(items) : jsonBody(items)
    await replaceListed(sql, definitions)
    return timeOnce(size, async () => {
      requireCreated(await awaitJob(service, headers, await sendUpload(service, headers, body)), size)
    })
  }
  return {
    kind: 'ratio',
    size: `${size} ${size > maxJsonItems ? 'NDJSON' : 'JSON'}${what}`,
    unit: 'items',
    target,
    settle: () => checkpoint(sql),
    floor: () => upload([]),
    service: () => upload(listed),
    notes: async () => [`items have ${catalog.source}`]
  }
}

/** The same upload while one of the attributes is a facet: each product also gets a facet value, which is recorded. */
function withFacet(parts: Parts, size: number): RatioCase {
  const one = ofSize(parts, { size, target: undefined, what: ', one attribute is a facet' })
  const { sql } = parts.setup
  return {
    ...one,
    async settle() {
      await insertFacetOf(sql, facetCode)
      await checkpoint(sql)
    }
  }
}
