import type { ServiceFaults } from '../data/file-types.ts'
import { write } from '../data/worker-client.ts'
import type { ImportDraft } from './import-draft.ts'

/**
 * Returns a draft with the rows that are left after some were sent: those that could not be sent, and those that the
 * service has refused. If none are left, the draft is done. `sent` has the numbers of the rows that took effect.
 */
export async function remainingDraft(draft: ImportDraft, sent: ArrayLike<number>): Promise<ImportDraft> {
  const { info, edits, serviceFaults } = draft
  const { file, numbers } = await write({ file: draft.file, info, edits, rows: { without: sent } })
  const after = { ...draft, sending: undefined, edits: {} }
  if (numbers.length === 0) return { ...after, serviceFaults: {}, isDone: true }
  const reading = { ...info.reading, encoding: 'utf-8' }
  return {
    ...after,
    file,
    info: { ...info, reading, isEncodingGuessed: false },
    chosen: { delimiter: reading.delimiter, encoding: reading.encoding },
    serviceFaults: renumbered(serviceFaults, numbers, reading.format === 'csv' ? 2 : 1),
    isRest: true
  }
}

/** The rows of the new file are numbered from `first` on. */
export function renumbered(
  faults: ServiceFaults,
  numbers: readonly number[],
  first: number
): Record<number, ServiceFaults[number]> {
  return Object.fromEntries(
    numbers.flatMap((number, index) => (faults[number] ? [[first + index, faults[number]]] : []))
  )
}
