import type { Context } from '../command.ts'
import { plural } from '../output/numbers.ts'
import { type ShownFault, showFirstFaults } from './show-faults.ts'

/** How many warnings `--json` lists. */
export const maxWarnings = 1000
/** How many warnings are shown. */
const maxShown = 20

/** The command that shows all items of a job with warnings. */
export function warningsCommand(jobId: string): string {
  return `purveyor get /vendor/import-jobs/${jobId}/items --query hasWarnings=true --all`
}

type Warnings = {
  first: readonly ShownFault[]
  /** The command that shows all warnings, if there is one. */
  command?: string
}

/** Shows the first warnings: about values that were accepted, but may be wrong. */
export function showWarnings(context: Context, file: string, { first, command }: Warnings): void {
  if (first.length === 0) return
  const { out } = context
  out.line(out.yellow('Values that may be wrong:'))
  const shown = first.slice(0, maxShown)
  showFirstFaults(context, file, { first: shown, total: shown.length, rows: shown.length })
  const more = first.length - shown.length
  if (more > 0 && command === undefined) out.line(out.dim(`… and ${plural(more, 'more warning')}`))
  else if (more > 0) out.paragraph(`\`${command}\` shows all warnings.`)
  out.line()
}
