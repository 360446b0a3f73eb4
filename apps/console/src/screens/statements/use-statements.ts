import type {
  Statement,
  StatementLine,
  StatementLinePage,
  StatementPage,
  StatementStatus
} from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { type SignedIn, useSignedIn } from '../../session/session-context.tsx'
import { statementKey } from '../../ui/statements/statement-key.ts'
import { usePages } from '../../ui/use-pages.ts'

const pageSize = 50
const linePageSize = 100
/** How often the open period is read again while it is shown, in milliseconds. */
const refetchInterval = 60_000

/** The id of the open period in addresses. */
export const openId = 'open'

/** Reads the closed statements, page by page, newest first. */
export function useStatements(status: StatementStatus | undefined) {
  const { purveyor } = useSignedIn()
  return usePages<StatementPage, Statement>({
    queryKey: [...statementKey, 'list', status],
    read: (cursor, signal) =>
      purveyor.statements.list({ ...(status && { status }), first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ statements }) => statements
  })
}

/** Reads a closed statement. The operator reads those of all vendors. */
export function useStatement(id: string) {
  const { side, purveyor } = useSignedIn()
  const { get } = side === 'platform' ? purveyor.platform.statements : purveyor.statements
  return useQuery({
    queryKey: [...statementKey, 'one', id],
    queryFn: ({ signal }) => get(id, { signal })
  })
}

/** Reads the balances of the open period. */
export function useOpenStatement() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...statementKey, 'one', openId],
    queryFn: ({ signal }) => purveyor.statements.open({ signal }),
    refetchInterval
  })
}

/** Reads the lines of a statement or of the open period, page by page, oldest first. */
export function useStatementLines(id: string) {
  const { side, purveyor } = useSignedIn()
  const { statements, platform } = purveyor
  const lines = side === 'platform' ? platform.statements.lines : statements.lines
  return usePages<StatementLinePage, StatementLine>({
    queryKey: [...statementKey, 'lines', id],
    read(cursor, signal) {
      const query = { first: linePageSize, ...cursor }
      const pages = id === openId ? statements.openLines(query, { signal }) : lines(id, query, { signal })
      return pages.page()
    },
    itemsOf: ({ lines }) => lines
  })
}

/** The side and the client of the person who is signed in. */
type Caller = Pick<SignedIn, 'side' | 'purveyor'>
type Numbered = Pick<Statement, 'id' | 'number'>

/** Returns how to download a statement as a PDF. */
export function documentOf({ side, purveyor }: Caller, { id, number }: Numbered) {
  const { document } = side === 'platform' ? purveyor.platform.statements : purveyor.statements
  return { read: () => document(id), name: `statement-${number}.pdf` }
}

/** Returns how to download all lines of a statement, or of the open period, as CSV. */
export function linesFileOf(
  { side, purveyor }: Caller,
  { id, number }: Numbered | { id: typeof openId; number?: undefined }
) {
  const path = `/${side}/statements/${id}/lines`
  return {
    read: () => purveyor.request('GET', path, { headers: { accept: 'text/csv' }, as: 'blob' }),
    name: `statement-${number ?? openId}.csv`
  }
}
