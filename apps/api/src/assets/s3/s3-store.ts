import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3ServiceError } from 's3mini'
import { contentHeaders } from '../content-headers.ts'
import { type Report, reporter } from '../report-errors.ts'
import { folders, newStoragePath, parseStoragePath, pendingParts, storagePathParts } from '../storage-path.ts'
import type { AssetStore, ByteRange, OnStoreError, StoredFile } from '../store.ts'
import { type Bucket, BucketMissing } from './bucket.ts'
import { lengthIn } from './clients.ts'
import { removeUploads } from './remove-uploads.ts'
import { writeObject } from './write-object.ts'

/**
 * Returns an asset store in a bucket. The key of a file is the prefix of the bucket followed by the storage
 * path. Writes are atomic and durable when the bucket has confirmed them, as S3 promises.
 */
export function s3Store(bucket: Bucket, { onError }: { onError?: OnStoreError } = {}): AssetStore {
  const { clients, limits, begin } = bucket
  const keyOf = (path: string) => bucket.prefix + path

  const report = reporter(() => true, onError)

  function write(path: string, bytes: Uint8Array): Promise<void> {
    return writeObject(
      clients,
      { key: keyOf(path), bytes, headers: contentHeaders(path) },
      begin(limits.write)
    )
  }

  async function copy(from: string, to: string): Promise<'copied' | 'missing'> {
    const { 'content-type': contentType, ...additionalHeaders } = contentHeaders(to)
    const source = `/${bucket.name}/${keyOf(from)}`
    const options = {
      metadataDirective: 'REPLACE' as const,
      contentType,
      // s3mini takes the name of the bucket from the first segment of the URL, which may be another.
      additionalHeaders: { ...additionalHeaders, 'x-amz-copy-source': source }
    }
    const step = () => clients.objects.copyObject(keyOf(from), keyOf(to), options)
    const copied = await unlessMissing(begin(limits.write)(step))
    return copied ? 'copied' : 'missing'
  }

  return {
    put: (folder, extension, bytes) =>
      report('put', async () => {
        const path = newStoragePath(folder, extension)
        await write(path, bytes)
        return path
      }),

    async restore(path, bytes) {
      storagePathParts(path)
      await report('restore', () => write(path, bytes))
    },

    async publish(pendingPath) {
      const path = newStoragePath('images', pendingParts(pendingPath).extension)
      if ((await report('publish', () => copy(pendingPath, path))) === 'copied') return path
      throw Object.assign(new Error(`There is no file ${pendingPath}.`), { code: 'ENOENT' })
    },

    async stat(path) {
      storagePathParts(path)
      return await report('stat', async () => {
        const object = await begin(limits.read)(() => clients.head(keyOf(path)))
        return object && { bytes: object.bytes, modifiedAt: object.modifiedAt }
      })
    },

    async read(path, range) {
      storagePathParts(path)
      return await report('read', async () => {
        const step = () => readObject(bucket, keyOf(path), range)
        const stream = await unlessMissing(begin(limits.read)(step))
        stream?.once('error', (error) => isCutShort(error) && onError?.('read', error))
        return stream
      })
    },

    async remove(path) {
      storagePathParts(path)
      await report('remove', () =>
        unlessMissing(begin(limits.write)(() => clients.objects.deleteObject(keyOf(path))))
      )
    },

    async *list() {
      for (const folder of folders) yield* listFolder(bucket, folder, report)
    },

    removeDrafts: (before) => report('removeDrafts', () => removeUploads(bucket, before))
  }
}

async function* listFolder(
  { clients, limits, prefix, begin, listed }: Bucket,
  folder: string,
  report: Report
): AsyncIterable<StoredFile> {
  let token: string | undefined
  do {
    const page = await report('list', async () => {
      const start = `${prefix}${folder}/`
      const step = () => clients.objects.listObjectsPaged('/', start, listed, token)
      const result = await begin(limits.write)(step)
      if (!result) throw new BucketMissing()
      return result
    })
    for (const { Key, Size, LastModified } of page.objects ?? []) {
      const path = Key.slice(prefix.length)
      // Headers contain whole seconds, but lists of some stores are more precise.
      const modifiedAt = new Date(Math.floor(LastModified.getTime() / 1000) * 1000)
      if (parseStoragePath(path)) yield { path, bytes: Size, modifiedAt }
    }
    token = page.nextContinuationToken
  } while (token)
}

/**
 * Returns a stream of the bytes. Throws if the response isn't exactly what was requested. If the connection
 * is lost before the announced length, the stream fails.
 */
async function readObject({ clients }: Bucket, key: string, range?: ByteRange): Promise<Readable> {
  const response = range
    ? await clients.streams.getObjectRaw(key, false, range.start, range.end + 1)
    : await clients.streams.getObjectRaw(key)
  const expected = range ? range.end - range.start + 1 : undefined
  try {
    const length = lengthIn(response.headers)
    if (range && (response.status !== 206 || length !== expected)) {
      throw new Error(`the store returned ${length} bytes instead of a range of ${expected}`)
    }
  } catch (error) {
    await response.body?.cancel()
    throw error
  }
  return response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([])
}

/** True for the errors of `fetch` after a response has begun. A reader that stops early causes others. */
function isCutShort(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated'
}

/** Resolves to undefined if the promise rejects because the object doesn't exist. */
async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof S3ServiceError && error.status === 404) return undefined
    throw error
  }
}
