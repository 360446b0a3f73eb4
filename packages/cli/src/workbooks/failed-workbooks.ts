import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Purveyor } from '@purveyor/client'
import { replaceFile } from '../files.ts'
import { findJob } from '../jobs/find-job.ts'

/** The import job whose failed rows a workbook has, and the service and the vendor to which it belongs. */
export type FailedWorkbook = { jobId: string; url: string; vendorId: string }

const maxRemembered = 1000

/** Remembers that the workbook at the path, which is absolute, has the failed rows of a job. */
export async function rememberFailed(
  stateFolder: string,
  path: string,
  failed: FailedWorkbook
): Promise<void> {
  const file = pathIn(stateFolder)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const { [path]: _, ...others } = await readAll(file)
  const recent = Object.entries({ ...others, [path]: failed }).slice(-maxRemembered)
  await replaceFile(file, JSON.stringify(Object.fromEntries(recent)))
}

/**
 * Returns the id of the job whose failed rows the workbook at the path has. Undefined if it isn't such a workbook, or if the
 * service has removed the job.
 */
export async function findFailedJob(
  { stateFolder, signal }: { stateFolder: string; signal: AbortSignal },
  path: string,
  { client, url, vendorId }: Pick<FailedWorkbook, 'url' | 'vendorId'> & { client: Purveyor }
): Promise<string | undefined> {
  const found = (await readAll(pathIn(stateFolder)))[path]
  if (found?.url !== url || found.vendorId !== vendorId) return undefined
  return (await findJob(client, found.jobId, signal)) && found.jobId
}

function pathIn(stateFolder: string): string {
  return join(stateFolder, 'push', 'failed-workbooks.json')
}

async function readAll(path: string): Promise<Record<string, FailedWorkbook>> {
  return readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}))
}
