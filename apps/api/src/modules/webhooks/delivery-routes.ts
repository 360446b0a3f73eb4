import type { Api, Deps } from '../../deps.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { requireMatch, sendWithEtag } from '../../http/etag.ts'
import { readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { inTransaction } from '../../http/transaction.ts'
import { Limit } from '../../lib/limit.ts'
import type { TeamKind } from '../members/teams.ts'
import { findStoredWebhook, findWebhook } from './queries.ts'
import { replayFaults, replayWebhook } from './replay.ts'
import { WebhookReplay, WebhookReplayProblem } from './replay-schema.ts'
import { Webhook } from './schema.ts'
import { findStatus, listFailedAttempts, listSetAside } from './status-queries.ts'
import { FailedAttemptPage, SetAsidePage, WebhookPageQuery, WebhookStatus } from './status-schema.ts'
import { WebhookTest, WebhookTestResult } from './test-schema.ts'
import { testWebhook } from './test-webhook.ts'

export type WebhookDeps = Deps & { team: TeamKind; publicUrl: string | undefined }

/** The maximum number of tests that a process sends at the same time for each vendor, and in total. */
const testLimits = { perKey: 2, total: 32 }

/** The routes for the deliveries of webhooks (contract 6.2): status, failures, tests and replays. */
export function deliveryRoutes(api: Api, deps: WebhookDeps): void {
  addStatus(api, deps)
  addLists(api, deps)
  addTest(api, deps)
  addReplay(api, deps)
}

function addStatus(api: Api, { sql, team }: WebhookDeps): void {
  api.get(
    `${team.path}/webhooks/:id/status` as const,
    {
      config: { access: team.read, tagged: true },
      schema: {
        tags: [team.tags.webhooks],
        operationId: `get${team.infix}WebhookStatus`,
        summary: 'Read the status of a webhook',
        description:
          'Returns the state of the webhook, how many events wait and for how long, the last failure, and the numbers ' +
          'of attempts for each of the last 72 hours.',
        params: idParams('The webhook'),
        response: { 200: ref(WebhookStatus) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await findStatus(sql, team.teamOf(request), request.params.id)))
  )
}

function addLists(api: Api, { sql, secret, team }: WebhookDeps): void {
  const { read: access, infix, teamOf } = team
  const path = `${team.path}/webhooks/:id` as const
  const shared = {
    tags: [team.tags.webhooks],
    params: idParams('The webhook'),
    querystring: WebhookPageQuery
  }

  api.get(
    `${path}/failed-attempts`,
    {
      config: { access },
      schema: {
        ...shared,
        operationId: `list${infix}WebhookFailedAttempts`,
        summary: 'List failed attempts of a webhook',
        description:
          'Returns the last 1,000 attempts that failed, newest first, with the start of the answer.',
        response: { 200: ref(FailedAttemptPage) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const list = { name: 'failedAttempts', binding: ['webhook-failed-attempts', id], query: request.query }
      const read = await readList(secret, list, async (page) =>
        orNotFound(await listFailedAttempts(sql, { team: teamOf(request), id, page }))
      )
      return sendJson<FailedAttemptPage>(reply, read)
    }
  )

  api.get(
    `${path}/set-aside-events`,
    {
      config: { access },
      schema: {
        ...shared,
        operationId: `list${infix}WebhookSetAsideEvents`,
        summary: 'List events of a webhook that are set aside',
        description:
          'Returns the events that the receiver has refused, those that wait behind them, and those that are to be ' +
          'delivered again, in the order of the feed. Refused events are sent every hour for a day, and then dropped ' +
          '(webhook.event_dropped).',
        response: { 200: ref(SetAsidePage) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const list = { name: 'setAsideEvents', binding: ['webhook-set-aside', id], query: request.query }
      const read = await readList(secret, list, async (page) =>
        orNotFound(await listSetAside(sql, { team: teamOf(request), id, page }))
      )
      return sendJson<SetAsidePage>(reply, read)
    }
  )
}

function addTest(api: Api, deps: WebhookDeps): void {
  const { sql, team } = deps
  const limit = new Limit(testLimits)

  api.post(
    `${team.path}/webhooks/:id/test` as const,
    {
      config: { access: team.read, idempotent: false },
      schema: {
        tags: [team.tags.webhooks],
        operationId: `test${team.infix}Webhook`,
        summary: 'Test a webhook',
        description:
          'Posts a signed example of this type to the URL, and returns the answer. The id of the example begins with ' +
          '`test-`, and it is about a resource that does not exist. A test changes nothing, and works while the webhook ' +
          'is stopped. While two tests of the same vendor are running, others are 429.',
        params: idParams('The webhook'),
        body: ref(WebhookTest),
        response: { 200: ref(WebhookTestResult) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const ofTeam = team.teamOf(request)
      const webhook = orNotFound(await findStoredWebhook(sql, ofTeam, id))
      await requireMatch({ ifMatch: request.headers['if-match'] }, async () =>
        orNotFound(await findWebhook(sql, ofTeam, id))
      )
      const key = ofTeam.vendorId ?? ''
      if (!limit.tryTake({ key })) {
        const detail = `At most ${testLimits.perKey} tests run at the same time. Wait until one of them has ended.`
        throw new Problem('RATE_LIMITED', { detail, headers: { 'retry-after': '5' } })
      }
      try {
        return sendJson<WebhookTestResult>(
          reply,
          JSON.stringify(await testWebhook(deps, webhook, request.body))
        )
      } finally {
        limit.release({ key })
      }
    }
  )
}

function addReplay(api: Api, { secret, team }: WebhookDeps): void {
  api.post(
    `${team.path}/webhooks/:id/replay` as const,
    {
      config: { access: team.read, rules: (body) => replayFaults(body) },
      schema: {
        tags: [team.tags.webhooks],
        operationId: `replay${team.infix}Webhook`,
        summary: 'Replay events of a webhook',
        description:
          'Delivers events again: everything after a cursor of the feed or after a time, or up to 100 events by their ' +
          'ids. The header webhook-id of a replay ends with -r1, -r2 and so on, and its body has `replayOf`. If the ' +
          'cursor or the time is before the oldest event that is retained, the response is 410 CURSOR_EXPIRED with ' +
          '`oldestCursor`.',
        params: idParams('The webhook'),
        body: ref(WebhookReplay),
        response: {
          200: ref(Webhook),
          410: {
            description: 'Events after the cursor or the time have been deleted',
            content: { 'application/problem+json': { schema: ref(WebhookReplayProblem) } }
          }
        }
      }
    },
    (request, reply) =>
      inTransaction(request, reply, async (tx, caller) => {
        const input = { team: team.teamOf(caller), secret, id: request.params.id, input: request.body }
        return { json: await replayWebhook(tx, caller, input), tagged: true }
      })
  )
}
