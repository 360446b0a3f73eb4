import { S3ServiceError } from 's3mini'
import { listOf, recordOf } from '../../lib/shape.ts'
import { parseStoragePath } from '../storage-path.ts'
import type { Bucket } from './bucket.ts'

type Markers = { 'key-marker'?: string; 'upload-id-marker'?: string }

/**
 * Aborts the uploads of large files that were begun before the given time, but never completed. Does nothing
 * if the store can't list them. Such a store has to remove them itself.
 */
export async function removeUploads(bucket: Bucket, before: Date): Promise<void> {
  const { clients, limits, prefix, begin } = bucket
  let markers: Markers | undefined = {}
  while (markers) {
    const page = await listUploads(bucket, markers)
    for (const { key, uploadId, begun } of page.uploads) {
      if (!key.startsWith(prefix) || !parseStoragePath(key.slice(prefix.length)) || begun >= before) continue
      await begin(limits.write)(() => clients.objects.abortMultipartUpload(key, uploadId)).catch(
        ignoreMissing
      )
    }
    markers = page.next
  }
}

type Upload = { key: string; uploadId: string; begun: Date }

async function listUploads(
  { clients, limits, prefix, begin }: Bucket,
  markers: Markers
): Promise<{ uploads: Upload[]; next: Markers | undefined }> {
  const query = { ...(prefix && { prefix }), ...markers }
  try {
    const answer = await begin(limits.write)(() =>
      clients.objects.listMultipartUploads('/', '', 'GET', query)
    )
    // s3mini returns the elements of the XML document as they are. A list with one entry isn't an array.
    const result = recordOf(recordOf(answer).ListMultipartUploadsResult)
    const entries = Array.isArray(result.Upload) ? listOf(result.Upload) : [result.Upload]
    const uploads = entries.filter(Boolean).map((entry) => {
      const { Key, UploadId, Initiated } = recordOf(entry)
      return { key: String(Key), uploadId: String(UploadId), begun: new Date(String(Initiated)) }
    })
    const isMore = result.IsTruncated === 'true'
    const next = {
      'key-marker': String(result.NextKeyMarker),
      'upload-id-marker': String(result.NextUploadIdMarker)
    }
    return { uploads, next: isMore ? next : undefined }
  } catch (error) {
    if (error instanceof S3ServiceError && [405, 501].includes(error.status))
      return { uploads: [], next: undefined }
    throw error
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error
}
