import type { Purveyor } from '@purveyor/client'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

/** Returns the id of a job: the argument, or the newest job of the vendor if there is no argument. */
export async function selectJob(context: Context, client: Purveyor, id: string | undefined): Promise<string> {
  if (id) return id
  const { jobs } = await client.importJobs.list({ first: 1 }, { signal: context.signal }).page()
  const newest = jobs[0]?.queue_id
  if (newest) return newest
  throw new CommandError('There are no import jobs.', exitCodes.failed, {
    code: 'NO_JOBS',
    hint: '`purveyor push FILE` uploads a catalog.'
  })
}
