import type { AssetBucket, S3Key } from '../../config.ts'
import { createStoreAttempts, type StoreAttempt } from './attempts.ts'
import { type Clients, createClients } from './clients.ts'
import { defaultLimits, type Limits, type TimeLimits } from './limits.ts'

/** A bucket of an S3-compatible store, and how requests to it are made. */
export type Bucket = {
  name: string
  /** The text before the storage paths in the keys. */
  prefix: string
  clients: Clients
  limits: Limits
  /** The maximum number of objects in one page of a list. */
  listed: number
  /** Begins an operation with these time limits. */
  begin(times: TimeLimits): StoreAttempt
}

/** Thrown if the store answers that the bucket doesn't exist. */
export class BucketMissing extends Error {
  override readonly name = 'BucketMissing'

  constructor() {
    super('the bucket does not exist')
  }
}

/** Options that tests change. */
export type BucketOptions = { limits?: Partial<Limits>; listed?: number }

/** Opens a bucket. Makes no request. */
export function openBucket(
  bucket: AssetBucket,
  key: S3Key,
  { limits: changed, listed = 1000 }: BucketOptions = {}
): Bucket {
  const limits = { ...defaultLimits, ...changed }
  return {
    name: bucket.bucket,
    prefix: bucket.prefix,
    clients: createClients(bucket, key, limits),
    limits,
    listed,
    begin: createStoreAttempts(limits)
  }
}
