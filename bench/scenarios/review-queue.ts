import { connect } from '../../apps/api/src/db/connect.ts'
import { migrate } from '../../apps/api/src/db/migrate/migrate.ts'
import { fill } from '../fill.ts'
import { vacuum } from '../fill-queries.ts'
import { insertDecided } from '../fill-waiting-queries.ts'
import { type Call, openTarget } from '../http.ts'
import { callFor, timeOnce } from '../pace.ts'
import { createDatabase } from '../queries.ts'
import type { RateCase, Scenario } from '../scenario.ts'
import { startService } from '../service-process.ts'
import { type BenchSetup, signInOperatorTo } from '../setup.ts'
import { jsonCall } from '../writes.ts'

const name = 'queue'

/** Two rules that read texts, and one for everything else. */
const rules = [
  {
    name: 'Links and words',
    when: { withoutLinks: true, withoutWords: ['free shipping', 'replica', 'refurbished'], minImages: 2 },
    then: 'APPROVE'
  },
  { name: 'Cheap products', when: { kinds: ['PRODUCT'], maxVendorPrice: '20' }, then: 'APPROVE' },
  { name: 'The rest', when: { kinds: ['PRODUCT', 'REVISION'] }, then: 'QUEUE' }
].map((rule) => ({ ...rule, isActive: true }))

/**
 * Reads the moderation queue and previews rules, in a database of its own, in which all products wait and as many
 * decisions were made.
 */
export const scenario: Scenario = {
  floor: 'none: requests of an operator',
  async prepare(setup: BenchSetup) {
    const { options, databaseUrl, secret, folder, defer } = setup
    const entries = options.queueSize
    await createDatabase(setup.sql, name)
    const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
    const sql = connect(url, { max: 3, statementTimeoutMs: 0 })
    defer(() => sql.end({ timeout: 5 }))
    await migrate(sql)
    const { vendorId } = await fill(sql, { products: entries / 2, orders: 0, areWaiting: true })
    await insertDecided(sql)
    await vacuum(sql)
    const node = await startService(folder, { databaseUrl: url, secret, defer, name, role: 'api' })
    const target = openTarget(node.url)
    defer(() => target.pool.close())
    const operator = await signInOperatorTo(sql, secret)
    const get = (path: string): Call => ({ path: `/api/v1/platform/${path}`, headers: operator() })

    const requests = (size: string, next: () => Call): RateCase => ({
      ...{ kind: 'rate', size: `${size} of ${entries}`, unit: 'requests', processes: [node.pid] },
      service: () => callFor({ seconds: options.seconds, concurrency: 4 }, () => target.send(next()))
    })
    return [
      requests('first 24', () => get('moderation?first=24')),
      requests('last 24', () => get('moderation?last=24')),
      requests('first 24 of a vendor', () => get(`moderation?first=24&vendorId=${vendorId}`)),
      requests('first 24 decisions', () => get('moderation/snapshots?first=24')),
      requests('statistics of 7 days', () => get('moderation/statistics?days=7')),
      {
        ...{
          kind: 'rate',
          size: `preview of three rules on ${entries}`,
          unit: 'decisions',
          processes: [node.pid]
        },
        service: () =>
          timeOnce(entries, async () => {
            const call = jsonCall('POST', 'platform/approval-rules/preview', operator(), { rules })
            const { evaluated } = await target.json<{ evaluated: number }>(call)
            if (evaluated !== entries) throw new Error(`${evaluated} of ${entries} decisions were evaluated`)
          })
      }
    ]
  }
}
