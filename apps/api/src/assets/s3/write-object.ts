import { createHash } from 'node:crypto'
import { type AWSHeaders, S3ServiceError, sanitizeETag } from 's3mini'
import type { Attempt } from './attempts.ts'
import type { Clients } from './clients.ts'

/** An object to store. `headers` are stored with it. */
export type NewObject = {
  key: string
  bytes: Uint8Array
  headers: { 'content-type': string; 'cache-control': string; 'content-disposition'?: string }
}

/** Larger files are sent in parts of this size, so that a failure affects only one part. */
const partBytes = 5 * 1024 * 1024

/**
 * Stores an object and verifies that the store has all of its bytes. The object appears complete or not at all.
 * The same object may be written again after a failure.
 */
export async function writeObject(clients: Clients, object: NewObject, attempt: Attempt): Promise<void> {
  if (object.bytes.length > partBytes) await writeInParts(clients, object, attempt)
  else await attempt(() => writeAtOnce(clients, object))
}

async function writeAtOnce(clients: Clients, object: NewObject): Promise<void> {
  const { key, bytes } = object
  const hash = createHash('md5').update(bytes).digest()
  const { type, others } = split(object)
  const headers = { ...others, ...checkedBy(hash) }
  const response = await clients.objects.putObject(key, bytes, type, undefined, headers)
  // The ETag of an encrypted object isn't its MD5 hash.
  if (sanitizeETag(response.headers.get('etag') ?? '') === hash.toString('hex')) return
  await verifySize(clients, object)
}

async function writeInParts(clients: Clients, object: NewObject, attempt: Attempt): Promise<void> {
  const { key } = object
  const { objects } = clients
  const { type, others } = split(object)
  const uploadId = await attempt(() => objects.getMultipartUploadId(key, type, undefined, others))
  try {
    const parts = await Promise.all(
      partsOf(object.bytes).map((part, index) => {
        const headers = checkedBy(createHash('md5').update(part).digest())
        return attempt(() => objects.uploadPart(key, uploadId, part, index + 1, {}, undefined, headers))
      })
    )
    await attempt(async () => {
      await complete()
      await verifySize(clients, object)
    })
    async function complete(): Promise<void> {
      try {
        await objects.completeMultipartUpload(key, uploadId, parts)
      } catch (error) {
        // An earlier attempt, whose response was lost, may have completed the upload.
        if (!(error instanceof S3ServiceError && error.status === 404)) throw error
      }
    }
  } catch (error) {
    // If this fails too, `removeDrafts` removes the parts later.
    objects.abortMultipartUpload(key, uploadId).catch(() => {})
    throw error
  }
}

/** Throws if the bucket doesn't contain all bytes of the object. */
async function verifySize({ head }: Clients, { key, bytes }: NewObject): Promise<void> {
  const found = await head(key)
  if (found?.bytes === bytes.length) return
  throw new Error(`the store has ${found?.bytes ?? 'none'} of ${bytes.length} bytes`)
}

/** The header by which a store notices that a body was changed or cut short on its way. */
function checkedBy(md5: Buffer): AWSHeaders {
  return others({ 'content-md5': md5.toString('base64') })
}

function split({ headers: { 'content-type': type, ...rest } }: NewObject) {
  return { type, others: others(rest) }
}

/** s3mini sends and signs any header. Only its types are restricted to those that begin with "x-amz-". */
function others(headers: Record<string, string | undefined>): AWSHeaders {
  return headers as unknown as AWSHeaders
}

function partsOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / partBytes)
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * partBytes, (index + 1) * partBytes)
  )
}
