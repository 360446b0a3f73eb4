import { S3ServiceError } from 's3mini'
import { Problem } from '../../errors.ts'
import { codeOf } from './attempts.ts'
import { BucketMissing } from './bucket.ts'

type Location = { url: string; endpoint: string }

/** What the operator has to check, by the code in the response of the store. */
const advice: Record<string, string> = {
  InvalidAccessKeyId: 'check S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'check S3_SECRET_ACCESS_KEY and S3_REGION',
  AuthorizationHeaderMalformed: 'set S3_REGION to the region of the bucket',
  PermanentRedirect: 'set S3_REGION and S3_ENDPOINT to the region of the bucket',
  RequestTimeTooSkewed: 'correct the clock of this machine',
  AccessDenied: 'permit it to list the bucket, and to read, write and delete its objects'
}

/**
 * Returns a sentence that tells the operator why the bucket can't be used. Returns undefined if the error
 * isn't a problem of the store.
 */
export function explainS3Error(error: unknown, location: Location): string | undefined {
  const cause = error instanceof Problem ? error.cause : undefined
  if (cause === undefined) return undefined
  if (cause instanceof BucketMissing) return missing(location)
  if (cause instanceof S3ServiceError) return explainAnswer(cause, location)
  return (
    `The asset store ${location.url} cannot be reached at ${location.endpoint} (${reasonOf(cause)}): check ` +
    'S3_ENDPOINT, and that the store is running.'
  )
}

function explainAnswer(error: S3ServiceError, location: Location): string {
  const code = codeOf(error) || `status ${error.status}`
  if (code === 'NoSuchBucket') return missing(location)
  const hint = advice[code] ?? (error.status === 403 ? advice.AccessDenied : undefined)
  if (error.status === 403 && hint) {
    return `The asset store ${location.url} refused the access key (${code}): ${hint}.`
  }
  return (
    `The asset store ${location.url} at ${location.endpoint} answered with an error (${code}): ` +
    `${hint ?? 'check S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and ASSET_STORE'}.`
  )
}

function missing({ url, endpoint }: Location): string {
  return `The bucket of the asset store ${url} does not exist at ${endpoint}: create it, or correct ASSET_STORE.`
}

/** Returns why there was no response, such as "ECONNREFUSED". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // `fetch` throws a TypeError with the actual error as its cause.
  if (error.cause !== undefined) return reasonOf(error.cause)
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return (error as NodeJS.ErrnoException).code ?? error.message
}
