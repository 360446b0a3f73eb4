import { storefrontSorts } from '../../apps/api/src/modules/storefront/schema.ts'
import { refreshAllOffers } from '../../apps/api/test/storefront-offers.ts'
import { vacuum } from '../fill-queries.ts'
import { fillTerms } from '../fill-term-queries.ts'
import type { LimitCase, Scenario } from '../scenario.ts'
import type { BenchSetup } from '../setup.ts'
import { costsOf, storefrontLists } from '../storefront-pages.ts'

/** The maximum factor between the numbers of blocks that the pages of a list read. */
const maxFactor = 1.5

export const scenario: Scenario = {
  floor: 'none: blocks that the first, the middle and the last page of a list read; their factor is limited',
  async prepare({ sql, vendorId, categoryIds }: BenchSetup) {
    const terms = await sql.begin((tx) => fillTerms(tx))
    await vacuum(sql)
    await refreshAllOffers(sql)
    await vacuum(sql)
    return storefrontLists(terms, vendorId, categoryIds).flatMap((list) =>
      storefrontSorts.map(
        (sort): LimitCase => ({
          ...{ kind: 'limit', size: `${list.name}, by ${sort}`, unit: '×', limit: maxFactor },
          async measure() {
            const costs = Object.entries(await costsOf(sql, list, sort))
            const blocks = costs.map(([, cost]) => cost?.blocks ?? Number.POSITIVE_INFINITY)
            const notes = costs.map(
              ([page, cost]) =>
                `${page} ${cost ? `${cost.blocks} blocks, ${cost.ms.toFixed(1)} ms` : 'refused'}`
            )
            return { value: Math.max(...blocks) / Math.min(...blocks), notes: [notes.join('; ')] }
          }
        })
      )
    )
  }
}
