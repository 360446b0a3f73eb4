import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { createEncryption } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import {
  decryptHeaders,
  decryptSecrets,
  encryptHeaders,
  encryptSecrets,
  validSecrets
} from './encrypted-values.ts'
import { reencryptWebhooks } from './reencrypt.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const [old, next] = ['o'.repeat(32), 'n'.repeat(32)]

/** Inserts a webhook whose values are encrypted with a value, and returns its id. */
async function insert(value: string, headers: Record<string, string> = {}): Promise<string> {
  const id = newId()
  const encryption = createEncryption([value])
  const secrets = encryptSecrets(encryption, id, [{ secret: `whsec_${id}`, expiresAt: null }])
  await t.sql`
    insert into webhooks (id, url, secrets, headers)
    values (${id}, 'https://erp.example', ${secrets}, ${encryptHeaders(encryption, id, headers)})`
  return id
}

async function read(id: string, value: string) {
  const [row] = await t.sql<{ secrets: Buffer; headers: Buffer | null; version: number }[]>`
    select secrets, headers, version from webhooks where id = ${id}`
  assert.ok(row)
  const encryption = createEncryption([value])
  return {
    secrets: decryptSecrets(encryption, id, row.secrets),
    headers: decryptHeaders(encryption, id, row.headers),
    version: row.version
  }
}

test('only what is outdated is encrypted again, in batches, and nothing else changes', async () => {
  const headers = { Authorization: 'Bearer 1', 'X-Key': 'é' }
  const outdated = [await insert(old, headers), await insert(old), await insert(old)]
  const [current, lost] = [await insert(next, headers), await insert('x'.repeat(32))]
  const encryption = createEncryption([next, old])
  assert.deepEqual(await reencryptWebhooks(t.sql, encryption, 2), { reencrypted: 3, unreadable: 1 })
  for (const id of [...outdated, current]) {
    assert.deepEqual(await read(id, next), {
      secrets: [{ secret: `whsec_${id}`, expiresAt: null }],
      headers: id === outdated[0] || id === current ? headers : {},
      version: 1
    })
  }
  assert.deepEqual(await reencryptWebhooks(t.sql, encryption, 2), { reencrypted: 0, unreadable: 1 })
  await assert.rejects(read(lost, next), { name: 'EncryptionError' })
})

test('requests are signed with the secrets that have not expired', () => {
  const secrets = [
    { secret: 'whsec_2', expiresAt: null },
    { secret: 'whsec_1', expiresAt: '2026-03-01T12:00:00.000Z' }
  ]
  assert.deepEqual(validSecrets(secrets, new Date('2026-03-01T11:59:59.999Z')), ['whsec_2', 'whsec_1'])
  assert.deepEqual(validSecrets(secrets, new Date('2026-03-01T12:00:00.000Z')), ['whsec_2'])
})
