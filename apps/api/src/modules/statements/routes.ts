import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { pdfResponse } from '../../http/pdf-documents.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { vendorRead } from '../../http/server/access.ts'
import { statementSender } from './document-routes.ts'
import { lineResponse, lineSender } from './line-routes.ts'
import {
  findLineRange,
  findOpenRange,
  findStatement,
  getOpenStatement,
  type LineRange,
  listStatements
} from './queries.ts'
import { LineQuery, OpenStatement, Statement, StatementListQuery, StatementPage } from './schema.ts'

const tagged = { tags: [tags.statements] }
const params = idParams('The statement')

/** `/vendor/statements`: what the marketplace owes the vendor (contract 4.19). */
export async function statementRoutes(api: Api, deps: Deps): Promise<void> {
  const senders = lineSender(api, deps)
  addOpenPeriod(api, deps, senders)
  addStatements(api, deps, senders)
}

type Senders = ReturnType<typeof lineSender>

function addOpenPeriod(api: Api, { sql }: Deps, { sendLines }: Senders): void {
  api.get(
    '/vendor/statements/open',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'getOpenStatement',
        summary: 'Preview the open statement',
        description:
          'Returns the open period with its balances so far, one for each currency. A vendor without lines has none.',
        response: { 200: ref(OpenStatement) }
      }
    },
    async ({ vendorId }, reply) => sendJson<OpenStatement>(reply, await getOpenStatement(sql, vendorId))
  )

  api.get(
    '/vendor/statements/open/lines',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listOpenStatementLines',
        summary: 'List the lines of the open statement',
        description:
          'Returns the lines of the open period, oldest first. With Accept: text/csv, all lines as CSV.',
        querystring: LineQuery,
        response: lineResponse
      }
    },
    async (request, reply) => {
      const { vendorId } = request
      const range = (await findOpenRange(sql, vendorId)) ?? emptyRange(vendorId)
      return sendLines(request, reply, {
        ...{ range, name: 'statement-open', owner: vendorId }
      })
    }
  )
}

/** Returns the range of a vendor that has no lines. */
function emptyRange(vendorId: string): LineRange {
  const begin = new Date(0).toISOString()
  return { vendorId, number: null, currency: null, periodStart: begin, periodEnd: begin }
}

function addStatements(api: Api, deps: Deps, { sendLines }: Senders): void {
  const { sql, lookupPool, secret } = deps
  const sendDocument = statementSender(api, deps)

  api.get(
    '/vendor/statements',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listStatements',
        summary: 'List statements',
        description: 'Returns the closed statements, newest first.',
        querystring: StatementListQuery,
        response: { 200: ref(StatementPage) }
      }
    },
    async ({ vendorId, query }, reply) => {
      const filters = { ...readFilters(query), vendorId }
      const list = { name: 'statements', binding: ['statements', filters], query }
      const text = await readList(secret, list, (page) => listStatements(sql, { filters, page }))
      return sendJson<StatementPage>(reply, text)
    }
  )

  api.get(
    '/vendor/statements/:id',
    {
      config: { access: vendorRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getStatement',
        summary: 'Read a statement',
        description:
          'Returns a closed statement with its balances. Its lines are read by page, or as a file.',
        params,
        response: { 200: ref(Statement) }
      }
    },
    async (request, reply) => {
      const { vendorId, params } = request
      const statement = await findStatement(lookupPool, { id: params.id, vendorId })
      return sendWithEtag(request, reply, orNotFound(statement))
    }
  )

  api.get(
    '/vendor/statements/:id/lines',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'listStatementLines',
        summary: 'List the lines of a statement',
        description:
          'Returns the lines of a statement, oldest first. With Accept: text/csv, and without paging parameters, all ' +
          'lines are streamed as CSV. An apostrophe is added before cells that begin with = + - or @, except numbers.',
        params,
        querystring: LineQuery,
        response: lineResponse
      }
    },
    async (request, reply) => {
      const { vendorId } = request
      const id = request.params.id.toLowerCase()
      const range = orNotFound(await findLineRange(sql, { id, vendorId }))
      return sendLines(request, reply, {
        ...{ range, name: `statement-${range.number}`, owner: vendorId }
      })
    }
  )

  api.get(
    '/vendor/statements/:id/document',
    {
      config: { access: vendorRead },
      schema: {
        ...tagged,
        operationId: 'getStatementDocument',
        summary: 'Download a statement',
        description:
          'Returns the statement as a PDF. Statements with more than 2,000 lines are printed with the sums of each day.',
        params,
        response: pdfResponse
      }
    },
    async ({ vendorId, params }, reply) => sendDocument(reply, { id: params.id, vendorId })
  )
}
