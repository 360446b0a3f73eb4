import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '../../../demo/seed-demo.ts'
import { diskStore } from '../src/assets/disk-store.ts'
import { connect } from '../src/db/connect.ts'
import { createEncryption } from '../src/lib/encryption.ts'
import { createTemplate, createTestDatabase, type TestDatabase } from './database.ts'
import { testSecret } from './test-secret.ts'

/**
 * Creates a database with the demo marketplace, and its pictures in `assetFolder`. One process of the test run
 * makes the demo, which takes three seconds, and the others clone it.
 */
export async function createDemoDatabase(assetFolder: string): Promise<TestDatabase> {
  const pictures = join(tmpdir(), `purveyor-demo-${process.env.TEST_DATABASE_TEMPLATE}`)
  const template = await createTemplate('demo', async (url) => {
    // A process that was killed while it made the demo has left pictures, which no database refers to.
    await rm(pictures, { recursive: true, force: true })
    const sql = connect(url, { max: 2 })
    try {
      await seedDemo(sql, { assets: diskStore(pictures), encryption: createEncryption([testSecret]) })
    } finally {
      await sql.end({ timeout: 5 })
    }
  })
  await cp(pictures, assetFolder, { recursive: true })
  return await createTestDatabase({ template })
}
