import { counter, gauge } from './registry.ts'

/** The runs of a background job that failed. They are retried. */
export const jobFailures = counter('purveyor_background_job_failures_total', {
  help: 'Runs of a background job that failed. The job is retried.',
  labels: ['name']
})

/** The time of the last run of a background job that succeeded. */
export const jobLastSuccess = gauge('purveyor_background_job_last_success_timestamp_seconds', {
  help: 'When a background job of this process last succeeded, as Unix time.',
  labels: ['name']
})

/** The items of uploads that this process has processed. */
export const importItems = counter('purveyor_import_items_total', {
  help: 'Items of bulk uploads that this process has processed, including those of dry runs.',
  labels: ['result']
})

/** The attempts of this process to fetch an image of an upload. */
export const importDownloads = counter('purveyor_import_downloads_total', {
  help: 'Attempts of this process to fetch an image of a bulk upload.',
  labels: ['result']
})

/** The attempts to process a chunk of an upload that failed with an unexpected error. */
export const chunkFailures = counter('purveyor_import_chunk_failures_total', {
  help: 'Attempts to process items of a bulk upload that failed because of an error of the service.'
})

/** The import jobs that ended because of repeated errors of the service. */
export const failedJobs = counter('purveyor_import_jobs_failed_total', {
  help: 'Import jobs that this process has ended because of repeated errors of the service.'
})

// Rates can only be computed if the first value of a counter is 0.
for (const result of ['created', 'updated', 'skipped', 'failed']) importItems.inc({ result }, 0)
for (const result of ['fetched', 'failed', 'retried']) importDownloads.inc({ result }, 0)
