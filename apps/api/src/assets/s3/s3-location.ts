import { S3ServiceError } from 's3mini'
import type { AssetBucket, S3Key } from '../../config.ts'
import { reporter } from '../report-errors.ts'
import type { AssetLocation, OnStoreError } from '../store.ts'
import { codeOf } from './attempts.ts'
import { type Bucket, BucketMissing, type BucketOptions, openBucket } from './bucket.ts'
import { explainS3Error } from './explain-s3-error.ts'
import { startLimits } from './limits.ts'
import { s3Store } from './s3-store.ts'
import { writeObject } from './write-object.ts'

type LocationOptions = BucketOptions & { onError?: OnStoreError }

/** Returns the location of the asset store in a bucket. Its ids are objects beside the folders. */
export function s3Location(
  assetBucket: AssetBucket,
  key: S3Key,
  { onError, ...options }: LocationOptions = {}
): AssetLocation {
  const bucket = openBucket(assetBucket, key, options)
  const url = `s3://${assetBucket.bucket}/${assetBucket.prefix}`.replace(/\/$/, '')
  return {
    store: s3Store(bucket, onError && { onError }),
    name: `asset store ${url}`,
    advice: {
      useRight: 'set ASSET_STORE to the bucket and prefix that the other nodes use',
      restore: 'restore them there, or set ASSET_STORE to the bucket and prefix that contain them',
      useOther: 'ASSET_STORE to another bucket or prefix'
    },
    ids: idsIn(openBucket(assetBucket, key, { limits: { ...options.limits, write: startLimits } })),
    explain: (error) => explainS3Error(error, { url, endpoint: assetBucket.endpoint })
  }
}

function idsIn(bucket: Bucket): AssetLocation['ids'] {
  const { clients, limits, prefix, begin } = bucket
  const idKey = `${prefix}store-id`
  const draftKey = `${prefix}store-id.draft`
  const report = reporter(() => true)

  const read = async (key: string) => {
    try {
      const response = await begin(limits.write)(() => clients.objects.getObjectRaw(key))
      return (await response.text()).trim() || undefined
    } catch (error) {
      // A 404 can also mean that the bucket or the access key doesn't exist.
      if (error instanceof S3ServiceError && codeOf(error) === 'NoSuchKey') return undefined
      throw error
    }
  }
  const write = (key: string, id: string) => {
    const headers = { 'content-type': 'text/plain', 'cache-control': 'private, no-store' }
    return writeObject(clients, { key, bytes: Buffer.from(`${id}\n`), headers }, begin(limits.write))
  }

  return {
    read: () =>
      report('readIds', async () => {
        // The draft is read first. So an id that another process confirms between the two reads isn't missed.
        const draft = await read(draftKey)
        const id = await read(idKey)
        if (id === undefined && draft === undefined) await requireBucket(bucket)
        return { draft, id }
      }),
    writeDraft: (id) => report('writeDraft', () => write(draftKey, id)),
    confirmDraft: () =>
      report('confirmDraft', async () => {
        const draft = await read(draftKey)
        if (draft === undefined) return
        await write(idKey, draft)
        await begin(limits.write)(() => clients.objects.deleteObject(draftKey))
      })
  }
}

/** Throws if the bucket doesn't exist, or if its objects can't be listed. */
async function requireBucket({ clients, limits, prefix, begin }: Bucket): Promise<void> {
  const page = await begin(limits.write)(() => clients.objects.listObjectsPaged('/', prefix, 1))
  if (!page) throw new BucketMissing()
}
