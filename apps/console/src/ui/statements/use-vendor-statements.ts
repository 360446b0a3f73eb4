import type { ListVendorStatementsQuery, Statement, StatementPage } from '@purveyor/client'
import { useSignedIn } from '../../session/session-context.tsx'
import { usePages } from '../use-pages.ts'
import { statementKey } from './statement-key.ts'

const pageSize = 50

/** Reads the statements of vendors, page by page, newest first. For the operator. */
export function useVendorStatements(filters: ListVendorStatementsQuery) {
  const { purveyor } = useSignedIn()
  return usePages<StatementPage, Statement>({
    queryKey: [...statementKey, 'list', filters],
    read: (cursor, signal) =>
      purveyor.platform.statements.list({ ...filters, first: pageSize, ...cursor }, { signal }).page(),
    itemsOf: ({ statements }) => statements
  })
}
