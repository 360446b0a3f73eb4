import type { FastifyReply } from 'fastify'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { pdfSender } from '../../http/pdf-documents.ts'
import { listPrintedDays, listPrintedLines } from './line-queries.ts'
import { findStatementContents, type StatementKey } from './queries.ts'
import { maxPrintedLines, statementDocument } from './statement-document.ts'

/** Returns a function that sends a statement as a PDF. */
export function statementSender(api: Api, { sql }: Deps) {
  const sendPdf = pdfSender(api)

  return async (reply: FastifyReply, key: StatementKey): Promise<FastifyReply> => {
    const contents = orNotFound(await findStatementContents(sql, key))
    const { statement, logo } = contents
    const { timeZone, lineCount, number } = statement
    const rows =
      lineCount > maxPrintedLines
        ? { days: await listPrintedDays(sql, statement, timeZone) }
        : { lines: await listPrintedLines(sql, statement, timeZone) }
    return sendPdf(reply, {
      logo,
      name: `statement-${number}`,
      document: (picture) => statementDocument({ ...contents, rows }, picture)
    })
  }
}
