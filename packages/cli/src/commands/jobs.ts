import type { ImportJob, ImportJobStatus } from '@purveyor/client'
import type { Command, Context, Input } from '../command.ts'
import { followingClient } from '../connection-notes.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { colouredStatus, describeItems, exitCodeOf, jobLines } from '../jobs/describe-job.ts'
import { readFormat, showFailures } from '../jobs/failures.ts'
import { selectJob } from '../jobs/select-job.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { readCount, usageError } from '../options.ts'
import type { Column } from '../output/output.ts'
import { showFields } from '../output/wrap.ts'
import { localTime } from '../time.ts'

const newest = 'Without ID, the command uses the newest job.'

function showJob({ out }: Context, job: ImportJob): void {
  out.result(job)
  showFields(out, jobLines(out, job))
}

const statuses = [
  'RECEIVING',
  'QUEUED',
  'PROCESSING',
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'CANCELLED',
  'FAILED'
] as const satisfies readonly ImportJobStatus[]

function readStatus(value: unknown): ImportJobStatus | undefined {
  if (value === undefined) return undefined
  const status = statuses.find((name) => name === String(value).toUpperCase())
  if (!status) throw usageError(`\`--status\` must be one of ${statuses.join(', ')}.`)
  return status
}

const columns: Column[] = [
  { title: 'Job', isFixed: true },
  { title: 'Created', isFixed: true },
  { title: 'Status', isFixed: true },
  { title: 'Result', wraps: true }
]

function jobRow({ out }: Context, job: ImportJob): string[] {
  const created = localTime(job.created_at).slice(0, 16)
  const status = colouredStatus(out, job) + (job.dry_run ? ' (dry run)' : '')
  return [job.queue_id, created, status, describeItems(job)]
}

async function listJobs(context: Context, { values }: Input): Promise<ExitCode> {
  const { out, signal } = context
  const limit = readCount(values.limit, 'limit') ?? 20
  const status = readStatus(values.status)
  const query = { first: Math.min(limit, 100), ...(status && { status }) }
  const jobs: ImportJob[] = []
  for await (const job of (await context.client()).importJobs.list(query, { signal })) {
    jobs.push(job)
    if (jobs.length >= limit) break
  }
  out.result({ jobs })
  if (jobs.length === 0) out.line('There are no import jobs.')
  else {
    out.table(
      columns,
      jobs.map((job) => jobRow(context, job))
    )
  }
  return exitCodes.done
}

async function waitAndShow(context: Context, id: string): Promise<ExitCode> {
  const client = await followingClient(context)
  const job = await watchJob(context, client.importJobs.job(id))
  showJob(context, job)
  if (job.items_failed > 0 && !context.json)
    context.out.note(`\`purveyor jobs failures ${id}\` shows the errors.`)
  return exitCodeOf(job)
}

export const list: Command = {
  name: 'jobs list',
  summary: 'List import jobs, newest first',
  usage: '[--status STATUS] [--limit N]',
  description: 'Lists the bulk uploads of your vendor, which the service stores for 90 days.',
  options: {
    status: { type: 'string', value: 'STATUS', help: `Only jobs with this status: ${statuses.join(', ')}.` },
    limit: { type: 'string', value: 'N', help: 'List at most this many jobs. The default is 20.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor jobs list', text: 'List the newest jobs:' },
    {
      command: 'purveyor jobs list --status COMPLETED_WITH_ERRORS --limit 5',
      text: 'List the last five jobs that have failed items:'
    }
  ],
  run: listJobs
}

export const show: Command = {
  name: 'jobs show',
  summary: 'Show the status and the counters of a job',
  usage: '[ID]',
  description: `Shows an import job as it is now. ${newest}`,
  options: {},
  arguments: { min: 0, max: 1 },
  examples: [{ command: 'purveyor jobs show', text: 'Show the newest job:' }],
  async run(context, { positionals }) {
    const client = await context.client()
    const id = await selectJob(context, client, positionals[0])
    showJob(context, await client.importJobs.get(id, undefined, { signal: context.signal }))
    return exitCodes.done
  }
}

export const watch: Command = {
  name: 'jobs watch',
  summary: 'Show the progress of a job until it has ended',
  usage: '[ID]',
  description:
    `Shows the progress of an import job, and its result when it has ended. ${newest} If items have failed, ` +
    'the exit code is 3. Ctrl-C ends the command, but not the job.',
  options: {},
  arguments: { min: 0, max: 1 },
  examples: [
    { command: 'purveyor jobs watch', text: 'Wait until the newest job has ended:' },
    {
      command: 'purveyor jobs watch 019b1d81-1f00-7685-8684-567946cdd4f3 --json',
      text: 'Wait for a job in a script:'
    }
  ],
  async run(context, { positionals }) {
    return waitAndShow(context, await selectJob(context, await context.client(), positionals[0]))
  }
}

export const failures: Command = {
  name: 'jobs failures',
  summary: 'Show the failed items of a job with their errors',
  usage: '[ID] [--format table|csv|ndjson]',
  description:
    `Shows every error of the failed items of an import job. ${newest}\n\nWith \`--format ndjson\`, the command ` +
    'writes the failed items with the fields that were sent and their errors. You can correct this file and ' +
    'upload it again with `purveyor push`. `--format csv` writes the same for a spreadsheet. With `--json`, ' +
    'each failed item is a line of NDJSON with its index and errors.',
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      help: 'table, csv or ndjson. The default is table.'
    }
  },
  arguments: { min: 0, max: 1 },
  examples: [
    { command: 'purveyor jobs failures', text: 'Show the errors of the newest job:' },
    {
      command: 'purveyor jobs failures --format ndjson > failed.ndjson',
      text: 'Save the failed items, to correct them and push them again:'
    }
  ],
  async run(context, { positionals, values }) {
    const format = readFormat(values.format)
    const client = await context.client()
    return showFailures(context, client, { id: await selectJob(context, client, positionals[0]), format })
  }
}

export const retry: Command = {
  name: 'jobs retry',
  summary: 'Send the failed items of a job again, as a new job',
  usage: 'ID [--watch]',
  description:
    'Queues a new job with the failed items of a job, as they were sent. This is useful if the cause was not in ' +
    'the items, such as a missing category or an image server that was down.',
  options: { watch: { type: 'boolean', help: 'Show the progress of the new job until it has ended.' } },
  arguments: { min: 1, max: 1 },
  examples: [
    {
      command: 'purveyor jobs retry 019b1d81-1f00-7685-8684-567946cdd4f3 --watch',
      text: 'Retry the failed items, and wait for the result:'
    }
  ],
  async run(context, { positionals: [id = ''], values }) {
    const client = await context.client()
    const job = await client.importJobs.job(id).retry({ signal: context.signal })
    context.out.line(`The failed items are queued as job ${job.id}.`)
    if (values.watch) return waitAndShow(context, job.id)
    context.out.result({ queue_id: job.id, retry_of: id })
    if (!context.json) context.out.note(`\`purveyor jobs watch ${job.id}\` shows its progress.`)
    return exitCodes.done
  }
}

export const cancel: Command = {
  name: 'jobs cancel',
  summary: 'Cancel the items of a job that are not processed yet',
  usage: 'ID',
  description:
    'Stops an import job. Products that the job has already written remain. If the job has ended, the exit ' +
    'code is 1.',
  options: {},
  arguments: { min: 1, max: 1 },
  examples: [{ command: 'purveyor jobs cancel 019b1d81-1f00-7685-8684-567946cdd4f3', text: 'Cancel a job:' }],
  async run(context, { positionals: [id = ''] }) {
    const client = await context.client()
    const job = await client.importJobs.cancel(id, { signal: context.signal })
    showJob(context, job)
    return exitCodes.done
  }
}
