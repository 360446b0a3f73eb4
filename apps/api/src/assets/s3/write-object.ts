import { createHash } from 'node:crypto'
import { type AWSHeaders, sanitizeETag, type UploadPart } from 's3mini'
import type { StoreAttempt } from './attempts.ts'
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
 * Stores an object and verifies that the store has all of its bytes. The object appears complete or not at
 * all. The same object may be written again after a failure.
 */
export async function writeObject(clients: Clients, object: NewObject, attempt: StoreAttempt): Promise<void> {
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

async function writeInParts(clients: Clients, object: NewObject, attempt: StoreAttempt): Promise<void> {
  const { key } = object
  const { objects } = clients
  const { type, others } = split(object)
  const uploadId = await attempt(() => objects.getMultipartUploadId(key, type, undefined, others))

  async function writePart(number: number, bytes: Uint8Array): Promise<UploadPart> {
    const headers = checkedBy(createHash('md5').update(bytes).digest())
    const part = await objects.uploadPart(key, uploadId, bytes, number, {}, undefined, headers)
    if (part.etag === '') throw new Error(`the store confirmed part ${number} of ${key} without an ETag`)
    return part
  }

  try {
    const parts = await Promise.all(
      partsOf(object.bytes).map((bytes, index) => attempt(() => writePart(index + 1, bytes)))
    )
    let isRepeated = false
    await attempt(async () => {
      // An earlier attempt, whose response was lost, may have completed the upload.
      if (isRepeated && (await hasAllBytes(clients, object))) return
      isRepeated = true
      await objects.completeMultipartUpload(key, uploadId, parts)
      await verifySize(clients, object)
    })
  } catch (error) {
    // If this fails too, `removeDrafts` removes the parts later.
    objects.abortMultipartUpload(key, uploadId).catch(() => {})
    throw error
  }
}

async function hasAllBytes({ head }: Clients, { key, bytes }: NewObject): Promise<boolean> {
  return (await head(key))?.bytes === bytes.length
}

/** Throws if the bucket doesn't contain all bytes of the object. */
async function verifySize(clients: Clients, object: NewObject): Promise<void> {
  if (await hasAllBytes(clients, object)) return
  throw new Error(`the store confirmed ${object.key}, but doesn't have all of its bytes`)
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
