import { importsTexts } from '../../../texts/import.ts'
import { FileProblem } from '../data/file-problem.ts'

/** Returns why a file can't be read, or undefined for any other error. */
export function problemText(error: unknown): string | undefined {
  if (!(error instanceof FileProblem)) return undefined
  const { problems, problemRow } = importsTexts.file
  const text = problems[error.code]
  return error.row === undefined ? text : problemRow(error.row, text)
}
