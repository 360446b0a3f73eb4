import type {
  Purveyor,
  Statement,
  StatementLine,
  StatementLinePage,
  StatementPage,
  StatementStatus
} from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { orderKeys } from '../../ui/orders/order-keys.ts'
import { usePages } from '../../ui/use-pages.ts'

const pageSize = 50
const linePageSize = 100
/** How often the open period is read again while it is shown, in milliseconds. */
const refetchInterval = 60_000

/** The key of the queries about statements. What is shipped changes the open one, so they are read again with the orders. */
const statementKey = [...orderKeys.all, 'statements'] as const

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

/** Reads a closed statement. */
export function useStatement(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...statementKey, 'one', id],
    queryFn: ({ signal }) => purveyor.statements.get(id, { signal })
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
  const { purveyor } = useSignedIn()
  const { statements } = purveyor
  return usePages<StatementLinePage, StatementLine>({
    queryKey: [...statementKey, 'lines', id],
    read(cursor, signal) {
      const query = { first: linePageSize, ...cursor }
      const pages =
        id === openId ? statements.openLines(query, { signal }) : statements.lines(id, query, { signal })
      return pages.page()
    },
    itemsOf: ({ lines }) => lines
  })
}

type Numbered = Pick<Statement, 'id' | 'number'>

/** Returns how to download a statement as a PDF. */
export function documentOf({ statements }: Purveyor, { id, number }: Numbered) {
  return { read: () => statements.document(id), name: `statement-${number}.pdf` }
}

/** Returns how to download all lines of a statement, or of the open period, as CSV. */
export function linesFileOf(
  purveyor: Purveyor,
  { id, number }: Numbered | { id: typeof openId; number?: undefined }
) {
  const path = `/vendor/statements/${id}/lines`
  return {
    read: () => purveyor.request('GET', path, { headers: { accept: 'text/csv' }, as: 'blob' }),
    name: `statement-${number ?? openId}.csv`
  }
}
