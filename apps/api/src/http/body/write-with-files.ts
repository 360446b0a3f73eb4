import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckedImage } from '../../assets/image-codec.ts'
import type { Folder } from '../../assets/storage-path.ts'
import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { fault } from '../faults.ts'
import { type Answer, inTransaction } from '../transaction.ts'

/**
 * The response timeout of routes that store one image. The request may have to wait for a decoder, and
 * decoding the image may take long.
 */
export const imageUploadTimeoutMs = 60_000

/**
 * The images that were accepted, in the order of the request's files, and one fault for each refused file.
 */
export type CheckedUploads = { images: CheckedImage[]; faults: Fault[] }

/** Checks all files of a request. Stores nothing (contract 4.7). */
export async function checkUploads({ uploads, server }: FastifyRequest): Promise<CheckedUploads> {
  const checks = await server.deps.images.checkAll(uploads.map(({ bytes }) => bytes))
  const checked: CheckedUploads = { images: [], faults: [] }
  for (const [index, check] of checks.entries()) {
    if (check.ok) checked.images.push(check)
    else checked.faults.push(fault(uploads[index]?.pointer ?? '', check.code, check.message))
  }
  return checked
}

/** Checks and returns the only image of a form. Throws a 400 if the image is refused. */
export async function checkUpload(request: FastifyRequest): Promise<CheckedImage> {
  const { images, faults } = await checkUploads(request)
  const [image] = images
  if (!image) throw invalid(faults)
  return image
}

/**
 * Stores images, and then runs the transaction that stores their paths. This order ensures that no row ever
 * refers to a missing file. If `work` fails, the files are removed. If the commit fails, it is unknown
 * whether the rows exist. Therefore the files stay, and the sweeper later removes the files that no row
 * refers to.
 */
export async function writeWithFiles<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, images }: { folder: Folder; images: readonly CheckedImage[] },
  work: (tx: Tx, caller: Caller, paths: string[]) => Promise<Answer<T>>
): Promise<T> {
  const { assets } = request.server.deps
  const paths: string[] = []
  let finished = false
  try {
    for (const { extension, bytes } of images) paths.push(await assets.put(folder, extension, bytes))
    return await inTransaction(request, reply, async (tx, caller) => {
      finished = false
      const answer = await work(tx, caller, paths)
      finished = true
      return answer
    })
  } finally {
    if (!finished) await Promise.allSettled(paths.map((path) => assets.remove(path)))
  }
}
