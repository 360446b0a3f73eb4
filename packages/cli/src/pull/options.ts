import type { ProductStatus } from '@purveyor/client'
import type { Input } from '../command.ts'
import { textOption, usageError } from '../options.ts'
import { parseTime } from '../time.ts'

const statuses: readonly string[] = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']

type PullFormat = 'csv' | 'ndjson' | 'xlsx'

export type PullOptions = {
  format: PullFormat
  /** The file to write to; stdout if it is undefined. */
  output: string | undefined
  /** True if an existing file may be replaced. */
  force: boolean
  filters: { status?: ProductStatus; updatedAfter?: Date; hasAttributeIssues?: true }
}

/** Reads the options of `pull`. Throws `CommandError` if one is invalid. */
export function readPullOptions({ values }: Input): PullOptions {
  const output = textOption(values.output)
  const format = readFormat(textOption(values.format) ?? formatOf(output ?? ''))
  const status = textOption(values.status)?.toUpperCase()
  const updatedAfter = textOption(values['updated-after'])
  return {
    format,
    output,
    force: values.force === true,
    filters: {
      ...(status !== undefined && { status: readStatus(status) }),
      ...(updatedAfter !== undefined && { updatedAfter: parseTime(updatedAfter, '--updated-after') }),
      ...(values['attribute-issues'] === true && { hasAttributeIssues: true })
    }
  }
}

function formatOf(file: string): PullFormat {
  if (/\.xlsx$/i.test(file)) return 'xlsx'
  return /\.(?:ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv'
}

function readFormat(format: string): PullFormat {
  if (format === 'csv' || format === 'ndjson' || format === 'xlsx') return format
  throw usageError(`\`--format\` must be csv, ndjson or xlsx, not \`${format}\`.`)
}

function readStatus(status: string): ProductStatus {
  if (statuses.includes(status)) return status as ProductStatus
  throw usageError(`\`--status\` must be one of ${statuses.join(', ')}, not \`${status}\`.`)
}
