import type { ProductStatus } from '@purveyor/client'
import type { Input } from '../command.ts'
import { textOption, usageError } from '../options.ts'
import { parseTime } from '../time.ts'

const statuses: readonly string[] = ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']

export type PullOptions = {
  format: 'csv' | 'ndjson'
  /** The file to write to; stdout if it is undefined. */
  output: string | undefined
  /** True if an existing file may be replaced. */
  force: boolean
  filters: { status?: ProductStatus; updatedAfter?: Date; hasAttributeIssues?: true }
}

/** Reads the options of `pull`. Throws `CommandError` if one is invalid. */
export function readPullOptions({ values }: Input): PullOptions {
  const output = textOption(values.output)
  const format = textOption(values.format) ?? (/\.(?:ndjson|jsonl)$/i.test(output ?? '') ? 'ndjson' : 'csv')
  if (format !== 'csv' && format !== 'ndjson') {
    throw usageError(`\`--format\` must be csv or ndjson, not \`${format}\`.`)
  }
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

function readStatus(status: string): ProductStatus {
  if (statuses.includes(status)) return status as ProductStatus
  throw usageError(`\`--status\` must be one of ${statuses.join(', ')}, not \`${status}\`.`)
}
