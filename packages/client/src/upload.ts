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
  /**
   * The type of a workbook, whose rows are the items. The source is then a Blob, a byte array or a stream of bytes, or a
   * function that returns one of these. Isn't needed for a Blob that has this type. `onSent` isn't called.
   */
  contentType?: WorkbookType | undefined
}

const workbookTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet'
] as const

/** The media type of a workbook: .xlsx or .ods. */
export type WorkbookType = (typeof workbookTypes)[number]

/** The part of a client that sends uploads. */
interface UploadClient {
  readonly send: Send
  readonly importJobs: ImportJobsResource
}

/**
 * Sends a source as gzip NDJSON, or a workbook as it is, and returns the import job that processes it. Throws the error of
 * the source if it can't be read to its end; nothing is stored then.
 */
export async function upload(
  client: UploadClient,
  source: UploadSource,
  { dryRun, onExisting, fileName, retryOf, onSent, contentType, ...options }: UploadOptions = {}
): Promise<Job> {
  const query = { dry_run: dryRun, on_existing: onExisting, file_name: fileName, retry_of: retryOf }
  const workbookType = contentType ?? workbookTypeOf(source)
  const send = async (body: unknown, headers: Record<string, string>) =>
    (await client.send('POST', '/vendor/products/bulk-upload', {
      ...options,
      query,
      body,
      headers: { ...options.headers, ...headers }
    })) as QueuedUpload
  const queued = workbookType
    ? await send(await workbookBody(source), { 'content-type': workbookType })
    : await sendLines(source, { send, onSent })
  return new Job(client.importJobs, queued.queue_id, 'QUEUED', queued.ignored_columns)
}

type Sending = {
  send(body: unknown, headers: Record<string, string>): Promise<QueuedUpload>
  onSent: UploadOptions['onSent']
}

async function sendLines(source: UploadSource, { send, onSent }: Sending): Promise<QueuedUpload> {
  let body: UploadBody | undefined
  const open = () => {
    body?.close()
    body = openBody(source, onSent)
    return body.stream
  }
  try {
    return await send(
      canStream() ? (isRepeatable(source) ? open : open()) : await new Response(open()).blob(),
      { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
    )
  } finally {
    // Not every fetch cancels the body when it is aborted, or when the response arrives early.
    body?.close()
  }
}

/** Returns the type of a file, if it is that of a workbook. */
function workbookTypeOf(source: UploadSource): WorkbookType | undefined {
  return source instanceof Blob ? workbookTypes.find((type) => type === source.type) : undefined
}

/** A stream is sent as it is, except in browsers. */
async function workbookBody(source: UploadSource): Promise<unknown> {
  if (!(source instanceof ReadableStream) || canStream()) return source
  return await new Response(source as ReadableStream<Uint8Array<ArrayBuffer>>).blob()
}

/**
 * False in browsers: some can't stream a request body, and the others refuse to do so over HTTP/1.1. Only
 * browsers name themselves Mozilla.
 */
function canStream(): boolean {
  return !globalThis.navigator?.userAgent?.startsWith('Mozilla/')
}
