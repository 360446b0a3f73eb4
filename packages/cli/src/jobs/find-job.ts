import { type ImportJob, NotFound, type Purveyor } from '@purveyor/client'

/** Reads a job. Returns undefined if there is none with the id, for example because the service has removed it. */
export async function findJob(
  client: Purveyor,
  id: string,
  signal: AbortSignal
): Promise<ImportJob | undefined> {
  try {
    return await client.importJobs.get(id, {}, { signal })
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}
