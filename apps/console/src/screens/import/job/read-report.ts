import type { SignedIn } from '../../../session/session-context.tsx'
import { xlsxType } from '../data/workbook-file.ts'

/** The reports of an import, by the end of the name of their file. */
const reports = {
  /** The failed rows with coloured cells, to correct them and send them again. */
  'failed.xlsx': { accept: xlsxType, query: {} },
  'failed.csv': { accept: 'text/csv', query: { status: 'FAILED' } },
  'report.csv': { accept: 'text/csv', query: {} }
}

export type Report = keyof typeof reports

/** Returns what to download for a report, for `useDownload`. `fileName` is the name of the file that was imported. */
export function reportDownload(
  { side, purveyor }: Pick<SignedIn, 'side' | 'purveyor'>,
  report: Report,
  { jobId, fileName }: { jobId: string; fileName: string | null }
): { read: () => Promise<Blob>; name: string } {
  const { accept, query } = reports[report]
  const base = (fileName ?? `import-${jobId}`).replace(/(\.failed)?\.[^.]*$/, '')
  return {
    read: () =>
      purveyor.request('GET', `/${side}/import-jobs/${encodeURIComponent(jobId)}/report`, {
        ...{ query, headers: { accept }, as: 'blob' }
      }),
    name: `${base}.${report}`
  }
}
