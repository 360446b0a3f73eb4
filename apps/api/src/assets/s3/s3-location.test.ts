import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { freePort } from '../../../test/free-port.ts'
import { newPrefix, type S3Server, startS3 } from '../../../test/s3.ts'
import type { AssetBucket, S3Key } from '../../config.ts'
import type { BucketOptions } from './bucket.ts'
import { s3Location } from './s3-location.ts'

let server: S3Server
before(async () => {
  server = await startS3()
})
after(() => server.stop())

const limits = { pauseMs: 1, connectMs: 200 }

/** Returns the message for the operator about an error of the bucket. */
async function explanation(
  bucket: Partial<AssetBucket>,
  key: Partial<S3Key> = {},
  options: BucketOptions = { limits }
): Promise<string> {
  const location = s3Location({ ...newPrefix(server), ...bucket }, { ...server.key, ...key }, options)
  const error = await location.ids.read().then(
    () => assert.fail('the bucket can be used'),
    (reason: unknown) => reason
  )
  return location.explain(error) ?? assert.fail(String(error))
}

/** Runs `work` with the URL of a server that responds to all requests with `respond`. */
async function withServer<T>(respond: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const http = createServer(respond).listen(0, '127.0.0.1')
  await once(http, 'listening')
  try {
    return await work(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  } finally {
    http.close()
    http.closeAllConnections()
  }
}

/** Returns a listener that responds with an error of S3. */
const refusing =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/xml; charset=utf-8' })
      .end(`<Error><Code>${code}</Code><Message>no</Message></Error>`)

test('a wrong key is reported with the setting to check', async () => {
  assert.match(
    await explanation({}, { accessKeyId: 'someone' }),
    /^The asset store s3:\/\/purveyor-assets\/[0-9a-f-]+ .*\((InvalidAccessKeyId|XAdminUserNotFound)\): check .*S3_ACCESS_KEY_ID/
  )
  // s3rver doesn't verify signatures.
  if (!process.env.TEST_S3_SERVER) return
  assert.match(await explanation({}, { secretAccessKey: 'a wrong secret' }), /\(SignatureDoesNotMatch\)/)
})

test('a bucket that does not exist is reported with the setting to check', async () => {
  assert.equal(
    await explanation({ bucket: 'missing', prefix: '' }),
    `The bucket of the asset store s3://missing does not exist at ${server.endpoint}: create it, or correct ASSET_STORE.`
  )
})

test('an endpoint without a store is reported with the reason', async () => {
  for (const [endpoint, reason] of [
    [`http://127.0.0.1:${await freePort()}`, /ECONNREFUSED/],
    ['http://no-such-host.invalid', /ENOTFOUND|EAI_AGAIN/]
  ] as const) {
    const text = await explanation({ endpoint })
    assert.match(
      text,
      /^The asset store s3:\S+ cannot be reached at \S+ \(\w+\): check S3_ENDPOINT, and that the store is running\.$/
    )
    assert.match(text, reason)
  }
})

test('errors of a store are reported with what the operator can do', async () => {
  for (const [status, code, pattern] of [
    [403, 'SignatureDoesNotMatch', /: check S3_SECRET_ACCESS_KEY and S3_REGION\.$/],
    [403, 'AccessDenied', /\(AccessDenied\): permit it to list the bucket, and to read, write and delete/],
    [403, 'RequestTimeTooSkewed', /\(RequestTimeTooSkewed\): correct the clock of this machine\.$/],
    [301, 'PermanentRedirect', /\(PermanentRedirect\): set S3_REGION and S3_ENDPOINT to the region/],
    [400, 'AuthorizationHeaderMalformed', /\(AuthorizationHeaderMalformed\): set S3_REGION to the region/],
    [
      418,
      '',
      /answered with an error \(status 418\): check S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and ASSET_STORE\.$/
    ]
  ] as const) {
    await withServer(refusing(status, code), async (endpoint) => {
      assert.match(await explanation({ endpoint }), pattern)
    })
  }
})

test('a store that never answers is reported within the time that a start may take', async () => {
  await withServer(
    () => {},
    async (endpoint) => {
      const since = performance.now()
      assert.match(await explanation({ endpoint }), /cannot be reached at .* \(no response within 4000 ms\)/)
      assert.ok(performance.now() - since < 9000)
    }
  )
})

test('an error that is not an error of the store is not explained', () => {
  const location = s3Location(newPrefix(server), server.key)
  assert.equal(location.explain(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })), undefined)
})
