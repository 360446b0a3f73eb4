import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../apps/api/test/app.ts'
import { identifiedTables } from './id-tables.ts'
import { seedDemo } from './seed-demo.ts'

const apps: TestApp[] = []
before(async () => {
  // The demo that all tests share was made by another process, or before.
  apps.push(await testApp({ withDemo: true }))
  const t = await testApp()
  apps.push(t)
  await seedDemo(t.sql, t.app.deps.assets)
})
after(() => Promise.all(apps.map((t) => t.close())))

for (const table of identifiedTables) {
  test(`the ids of ${table} are the same in every demo marketplace`, async () => {
    const [one = [], other = []] = await Promise.all(
      apps.map(({ sql }) => sql`select id from ${sql(table)} order by id`)
    )
    assert.ok(one.length > 0)
    assert.deepEqual([...one], [...other])
  })
}
