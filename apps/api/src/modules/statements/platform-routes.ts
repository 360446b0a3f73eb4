import type { Api, Deps } from '../../deps.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { parameterFault } from '../../http/faults.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { pagingQuery, readFilters, readList } from '../../http/paging.ts'
import { pdfResponse } from '../../http/pdf-documents.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { platformManage, platformRead } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { adjustBalance, adjustmentFaults } from './adjust-balance.ts'
import { statementSender } from './document-routes.ts'
import { listAdjustments } from './line-queries.ts'
import { fileResponse, lineResponse, lineSender } from './line-routes.ts'
import { paymentFaults, payStatement } from './pay-statement.ts'
import { findLineRange, findStatement, hasVendor, listStatements } from './queries.ts'
import {
  Adjustment,
  AdjustmentPage,
  LineQuery,
  NewAdjustment,
  Payment,
  PeriodLinesQuery,
  PlatformStatementListQuery,
  Statement,
  StatementPage
} from './schema.ts'

const tagged = { tags: [tags.platformStatements] }
const params = idParams('The statement')
/** The owner of the operator's files, for the limit of files that are sent at the same time. */
const owner = 'platform'

/** `/platform/statements` and `/platform/vendors/:id/adjustments`: what the marketplace owes its vendors (contract 4.19). */
export async function platformStatementRoutes(api: Api, deps: Deps): Promise<void> {
  const senders = lineSender(api, deps)
  addList(api, deps, senders)
  addRead(api, deps, senders)
  addPayment(api)
  addAdjustments(api, deps)
}

type Senders = ReturnType<typeof lineSender>

/** Throws 400 for a date that doesn't exist, such as February 30. */
function requireDate(period: string | undefined): void {
  if (period === undefined) return
  const day = new Date(`${period}T00:00:00Z`)
  if (period > '0001' && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(period)) return
  throw invalid([
    parameterFault('period', 'INVALID_DATE', 'must be a day of the calendar, such as 2026-02-28')
  ])
}

function addList(api: Api, { sql, secret }: Deps, { sendFile }: Senders): void {
  api.get(
    '/platform/statements',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listVendorStatements',
        summary: 'List the statements of all vendors',
        description:
          'Returns closed statements, newest first. To find what has to be paid, filter by status=CLOSED and isDue=true.',
        querystring: PlatformStatementListQuery,
        response: { 200: ref(StatementPage) }
      }
    },
    async ({ query }, reply) => {
      requireDate(query.period)
      const filters = readFilters(query)
      const list = { name: 'statements', binding: ['platform statements', filters], query }
      const text = await readList(secret, list, (page) => listStatements(sql, { filters, page }))
      return sendJson<StatementPage>(reply, text)
    }
  )

  api.get(
    '/platform/statements/lines',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'exportStatementLines',
        summary: 'Export the lines of a period',
        description:
          'Streams the lines of all closed statements whose period contains a day as CSV, ordered by vendor. An ' +
          'apostrophe is added before cells that begin with = + - or @, except numbers.',
        querystring: PeriodLinesQuery,
        response: fileResponse
      }
    },
    async (request, reply) => {
      const { period, vendorId } = request.query
      requireDate(period)
      const lines = { period, vendorId: vendorId?.toLowerCase() }
      return sendFile(request, reply, { lines, name: `statement-lines-${period}`, owner })
    }
  )
}

function addRead(api: Api, deps: Deps, { sendLines }: Senders): void {
  const { sql, lookupPool } = deps
  const sendDocument = statementSender(api, deps)

  api.get(
    '/platform/statements/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getVendorStatement',
        summary: 'Read a statement of a vendor',
        description: 'Returns a closed statement with its balances, and an ETag for conditional requests.',
        params,
        response: { 200: ref(Statement) }
      }
    },
    async (request, reply) => {
      const statement = await findStatement(lookupPool, { id: request.params.id })
      return sendWithEtag(request, reply, orNotFound(statement))
    }
  )

  api.get(
    '/platform/statements/:id/lines',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listVendorStatementLines',
        summary: 'List the lines of a statement of a vendor',
        description:
          'Returns the lines of a statement, oldest first. With Accept: text/csv, and without paging parameters, all ' +
          'lines are streamed as CSV.',
        params,
        querystring: LineQuery,
        response: lineResponse
      }
    },
    async (request, reply) => {
      const id = request.params.id.toLowerCase()
      const range = orNotFound(await findLineRange(sql, { id }))
      return sendLines(request, reply, {
        ...{ range, name: `statement-${range.number}`, owner }
      })
    }
  )

  api.get(
    '/platform/statements/:id/document',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getVendorStatementDocument',
        summary: 'Download a statement of a vendor',
        description: 'Returns the same PDF that the vendor can download.',
        params,
        response: pdfResponse
      }
    },
    async ({ params }, reply) => sendDocument(reply, { id: params.id })
  )
}

function addPayment(api: Api): void {
  api.post(
    '/platform/statements/:id/paid',
    {
      config: { access: platformManage, rules: paymentFaults, extraErrorStatuses: [404, 409, 412] },
      schema: {
        ...tagged,
        operationId: 'payStatement',
        summary: 'Mark a statement as paid',
        description:
          'Records that the amount due was paid. No money is moved. The same body again changes nothing; another one ' +
          'gets 409 ALREADY_PAID. A statement without an amount due gets 409 NOTHING_DUE.',
        params,
        body: ref(Payment),
        response: { 200: ref(Statement) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await payStatement(tx, caller, { id: request.params.id, payment: request.body }),
        tagged: true
      }))
  )
}

function addAdjustments(api: Api, { sql, secret }: Deps): void {
  const params = idParams('The vendor')

  api.get(
    '/platform/vendors/:id/adjustments',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listAdjustments',
        summary: 'List the adjustments of a vendor',
        description:
          'Returns all adjustments of a vendor, newest first, in closed statements and in the open period.',
        params,
        querystring: pagingQuery({}),
        response: { 200: ref(AdjustmentPage) }
      }
    },
    async ({ params, query }, reply) => {
      const vendorId = params.id.toLowerCase()
      if (!(await hasVendor(sql, vendorId))) orNotFound(undefined)
      const list = { name: 'adjustments', binding: ['adjustments', vendorId], query }
      const text = await readList(secret, list, (page) => listAdjustments(sql, { vendorId, page }))
      return sendJson<AdjustmentPage>(reply, text)
    }
  )

  api.post(
    '/platform/vendors/:id/adjustments',
    {
      config: {
        ...{ access: platformManage, extraErrorStatuses: [404] },
        rules: (body) => adjustmentFaults(sql, body)
      },
      schema: {
        ...tagged,
        operationId: 'adjustBalance',
        summary: 'Adjust what a vendor is owed',
        description:
          "Adds an amount to the vendor's open period, with a reason that the vendor sees. It can't be changed later: " +
          'correct it with another adjustment.',
        params,
        body: ref(NewAdjustment),
        response: { 200: ref(Adjustment) }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => ({
        json: await adjustBalance(tx, caller, {
          vendorId: request.params.id.toLowerCase(),
          body: request.body
        })
      }))
  )
}
