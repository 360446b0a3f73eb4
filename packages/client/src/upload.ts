import type { ImportJobsResource } from './generated/resources.ts'
import type { OnExisting, QueuedUpload } from './generated/schemas.ts'
import { Job } from './job.ts'
import type { Send } from './resources.ts'
import type { CallOptions } from './types.ts'
import { openBody, type Sent, type UploadBody } from './upload-body.ts'
import { isRepeatable, type UploadSource } from './upload-source.ts'

/** The settings of an upload. */
export interface UploadOptions extends Omit<CallOptions, 'ifMatch'> {
  /** If true, the job checks and reports all items, but writes no products. */
  dryRun?: boolean | undefined
  /** How to treat an item whose SKU already exists. The default is fail. */
  onExisting?: OnExisting | undefined
  /** The name of the file from which the items come. The import job shows it. */
  fileName?: string | undefined
  /** The id of the import job whose failed items these are, corrected. */
  retryOf?: string | undefined
  /**
   * Receives how many items were read, and how many bytes were sent after compression. The numbers begin
   * again at 0 if the upload has to be sent again.
   */
  onSent?: ((sent: Sent) => unknown) | undefined
}

/** The part of a client that sends uploads. */
interface UploadClient {
  readonly send: Send
  readonly importJobs: ImportJobsResource
}

/**
 * Sends a source as gzip NDJSON, and returns the import job that processes it. Throws the error of the source
 * if it can't be read to its end; nothing is stored then.
 */
export async function upload(
  client: UploadClient,
  source: UploadSource,
  { dryRun, onExisting, fileName, retryOf, onSent, headers, ...options }: UploadOptions = {}
): Promise<Job> {
  let body: UploadBody | undefined
  const open = () => {
    body?.close()
    body = openBody(source, onSent)
    return body.stream
  }
  try {
    const queued = await client.send('POST', '/vendor/products/bulk-upload', {
      ...options,
      query: { dry_run: dryRun, on_existing: onExisting, file_name: fileName, retry_of: retryOf },
      body: canStream() ? (isRepeatable(source) ? open : open()) : await new Response(open()).blob(),
      headers: { ...headers, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
    })
    return new Job(client.importJobs, (queued as QueuedUpload).queue_id, 'QUEUED')
  } finally {
    // Not every fetch cancels the body when it is aborted, or when the response arrives early.
    body?.close()
  }
}

/**
 * False in browsers: some can't stream a request body, and the others refuse to do so over HTTP/1.1. Only
 * browsers name themselves Mozilla.
 */
function canStream(): boolean {
  return !globalThis.navigator?.userAgent?.startsWith('Mozilla/')
}
