import type {
  EventType,
  NewWebhook,
  Purveyor,
  Webhook,
  WebhookMessageType,
  WebhookPatch,
  WebhookReplay,
  WebhookStatus,
  WebhookWithSecret
} from '@purveyor/client'
import type { Context, Input } from '../command.ts'
import { ask, canAsk } from '../confirm.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { readCount, textOption, textOptions, usageError } from '../options.ts'
import { onOneLine } from '../output/colours.ts'
import { count, plural } from '../output/numbers.ts'
import type { Column, Output } from '../output/output.ts'
import { showFields } from '../output/wrap.ts'
import { localTime, parseTime } from '../time.ts'

const columns: Column[] = [
  { title: 'Webhook', isFixed: true },
  { title: 'State', isFixed: true },
  { title: 'URL', wraps: true },
  { title: 'Types', wraps: true }
]

/** Returns the methods for the webhooks of the vendor or, with `--platform`, of the operator. */
async function webhooksOf(context: Context, { values }: Input): Promise<Purveyor['webhooks']> {
  const client = await context.client()
  return values.platform === true ? client.platform.webhooks : client.webhooks
}

/** Runs `purveyor webhooks list`. */
export async function listWebhooks(context: Context, input: Input): Promise<ExitCode> {
  const { out, signal } = context
  const { webhooks } = await (await webhooksOf(context, input)).list({ signal })
  out.result({ webhooks })
  if (webhooks.length === 0) out.line('There are no webhooks.')
  else
    out.table(
      columns,
      webhooks.map((webhook) => [webhook.id, stateText(out, webhook), webhook.url, typesText(webhook)])
    )
  return exitCodes.done
}

/** Runs `purveyor webhooks create`. */
export async function createWebhook(context: Context, input: Input): Promise<ExitCode> {
  const { positionals, values } = input
  const body: NewWebhook = {
    url: positionals[0] ?? '',
    ...settings(values),
    ...(values['catalog-changes'] === true && { feed: 'CATALOG_CHANGES' })
  }
  const webhook = await (await webhooksOf(context, input)).create(body, { signal: context.signal })
  showWithSecret(context, webhook)
  return exitCodes.done
}

/** Runs `purveyor webhooks update`. */
export async function updateWebhook(context: Context, input: Input): Promise<ExitCode> {
  const { positionals, values } = input
  const { start, stop, to } = values
  if (start === true && stop === true) throw usageError('`--start` and `--stop` exclude each other.')
  if (values['all-types'] === true && values.type !== undefined)
    throw usageError('`--type` and `--all-types` exclude each other.')
  const patch: WebhookPatch = {
    ...settings(values),
    ...(typeof to === 'string' && { url: to }),
    ...(values['all-types'] === true && { types: null }),
    ...((start === true || stop === true) && { isActive: start === true })
  }
  if (Object.keys(patch).length === 0) throw usageError('Name at least one option that changes the webhook.')
  const id = positionals[0] ?? ''
  showWebhook(context, await (await webhooksOf(context, input)).update(id, patch, { signal: context.signal }))
  return exitCodes.done
}

/** Runs `purveyor webhooks delete`. */
export async function deleteWebhook(context: Context, input: Input): Promise<ExitCode> {
  const { out, signal } = context
  const id = input.positionals[0] ?? ''
  const webhooks = await webhooksOf(context, input)
  if (input.values.yes !== true && canAsk(context)) {
    const { url } = await webhooks.get(id, { signal })
    if (!(await ask(context, `Delete the webhook to ${url}?`, false))) {
      out.note('Nothing was deleted.')
      return exitCodes.interrupted
    }
  }
  out.result(await webhooks.delete(id, { signal }))
  out.line(`${out.green('Deleted')} the webhook ${id}.`)
  return exitCodes.done
}

/** Runs `purveyor webhooks status`. */
export async function showStatus(context: Context, input: Input): Promise<ExitCode> {
  const { out, signal } = context
  const id = input.positionals[0] ?? ''
  const webhooks = await webhooksOf(context, input)
  const [webhook, status, failed, setAside] = await Promise.all([
    webhooks.get(id, { signal }),
    webhooks.status(id, { signal }),
    webhooks.failedAttempts(id, { first: 10 }, { signal }).page(),
    webhooks.setAsideEvents(id, { first: 10 }, { signal }).page()
  ])
  const { failedAttempts } = failed
  const { setAsideEvents } = setAside
  out.result({ webhook, status, failedAttempts, setAsideEvents })
  showFields(out, [...webhookLines(out, webhook), ...statusLines(status)])
  if (failedAttempts.length > 0) {
    out.line('\nThe latest failed attempts:')
    out.table(
      [{ title: 'Time', isFixed: true }, { title: 'Type', isFixed: true }, { title: 'Answer' }],
      failedAttempts.map(({ at, type, status, reason, answer }) => [
        localTime(at),
        type,
        [status ?? reason, answer].filter(Boolean).join(': ')
      ])
    )
  }
  if (setAsideEvents.length > 0) {
    out.line('\nEvents that are set aside:')
    out.table(
      [{ title: 'Event', isFixed: true }, { title: 'Type', isFixed: true }, { title: 'Why' }],
      setAsideEvents.map(({ eventId, type, reason, lastStatus }) => [
        eventId,
        type,
        lastStatus === null ? reason : `${reason} (${lastStatus})`
      ])
    )
  }
  return exitCodes.done
}

/** Runs `purveyor webhooks test`. The exit code is 1 if the example wasn't delivered. */
export async function testWebhook(context: Context, input: Input): Promise<ExitCode> {
  const { out, signal } = context
  const type = (textOption(input.values.type) ?? 'product.created') as WebhookMessageType
  const webhooks = await webhooksOf(context, input)
  const result = await webhooks.test(input.positionals[0] ?? '', { type }, { signal })
  out.result(result)
  const { delivered, status, reason, durationMs, answer } = result
  out.line(
    delivered
      ? `${out.green('Delivered')}: ${status} in ${durationMs} ms.`
      : `${out.red('Not delivered')}: ${status ?? reason} in ${durationMs} ms.`
  )
  if (answer.trim() !== '') for (const line of answer.trim().split('\n')) out.line(onOneLine(line).trimEnd())
  return delivered ? exitCodes.done : exitCodes.failed
}

/** Runs `purveyor webhooks replay`. */
export async function replayWebhook(context: Context, input: Input): Promise<ExitCode> {
  const { after, since } = input.values
  const eventIds = textOptions(input.values.event)
  const body: WebhookReplay = {
    ...(typeof after === 'string' && { after }),
    ...(typeof since === 'string' && { occurredAfter: parseTime(since, '--since').toISOString() }),
    ...(eventIds.length > 0 && { eventIds })
  }
  if (Object.keys(body).length !== 1)
    throw usageError('Name either `--after`, `--since` or `--event`: what to deliver again.')
  const webhooks = await webhooksOf(context, input)
  const webhook = await webhooks.replay(input.positionals[0] ?? '', body, { signal: context.signal })
  context.out.result(webhook)
  const what = eventIds.length > 0 ? plural(eventIds.length, 'event') : 'The events'
  context.out.line(
    `${what} will be delivered again. \`purveyor webhooks status ${webhook.id}\` shows the progress.`
  )
  return exitCodes.done
}

/** Runs `purveyor webhooks rotate`. */
export async function rotateSecret(context: Context, input: Input): Promise<ExitCode> {
  const overlap = textOption(input.values.overlap)
  if (overlap !== undefined && !/^\d+$/.test(overlap))
    throw usageError(`\`--overlap\` must be a number of hours from 0 to 168, not \`${overlap}\`.`)
  const webhooks = await webhooksOf(context, input)
  const body = overlap === undefined ? {} : { overlapHours: Number(overlap) }
  showWithSecret(
    context,
    await webhooks.rotateSecret(input.positionals[0] ?? '', body, { signal: context.signal })
  )
  return exitCodes.done
}

/** Returns the fields that both `create` and `update` can set. */
function settings(values: Input['values']): Omit<NewWebhook, 'url'> {
  const types = textOptions(values.type) as EventType[]
  const description = textOption(values.description)
  const concurrency = readCount(values.concurrency, 'concurrency')
  const headers = textOptions(values.header)
  return {
    ...(types.length > 0 && { types }),
    ...(description !== undefined && { description }),
    ...(concurrency !== undefined && { concurrency }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(readHeader)) })
  }
}

function readHeader(text: string): [name: string, value: string] {
  const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(text) ?? []
  if (name && value) return [name, value]
  // The message must not contain the value.
  throw usageError("A `--header` has no name or no value. Write it as 'Authorization: Bearer 3f2a'.")
}

function stateText(out: Output, { state, stoppedBy }: Webhook): string {
  if (state === 'HEALTHY') return out.green(state)
  return state === 'FAILING' ? out.red(state) : out.yellow(`STOPPED by ${stoppedBy?.toLowerCase() ?? ''}`)
}

function typesText({ feed, types }: Webhook): string {
  return feed === 'CATALOG_CHANGES' ? 'catalog.changed' : (types?.join(', ') ?? 'all')
}

function webhookLines(out: Output, webhook: Webhook): [string, string][] {
  const { id, url, description, concurrency, headerNames, stopReason, previousSecretExpiresAt } = webhook
  const lines: [string, string | null][] = [
    ['Webhook', id],
    ['URL', url],
    ['State', stateText(out, webhook)],
    ['Reason', stopReason],
    ['Types', typesText(webhook)],
    ['Description', description],
    ['Requests at once', String(concurrency)],
    ['Headers', headerNames.join(', ')],
    ['Previous secret', previousSecretExpiresAt && `valid until ${localTime(previousSecretExpiresAt)}`]
  ]
  return lines.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}

function statusLines(status: WebhookStatus): [string, string][] {
  const { lagEvents, lagSeconds, setAsideCount, lastFailure, lastSuccessAt, nextAttemptAt, attempts } = status
  const delivered = attempts.reduce((sum, hour) => sum + hour.delivered, 0)
  const failed = attempts.reduce((sum, hour) => sum + hour.failed, 0)
  const lines: [string, string | null][] = [
    [
      'Waiting',
      lagEvents === 0 ? 'nothing' : `${plural(lagEvents, 'event')}, the oldest for ${lagSeconds} s`
    ],
    ['Set aside', setAsideCount === 0 ? null : plural(setAsideCount, 'event')],
    ['Attempts in 72 hours', `${count(delivered)} delivered, ${count(failed)} failed`],
    ['Last delivery', lastSuccessAt && localTime(lastSuccessAt)],
    [
      'Last failure',
      lastFailure && `${localTime(lastFailure.at)}: ${lastFailure.status ?? lastFailure.reason}`
    ],
    ['Next attempt', nextAttemptAt && localTime(nextAttemptAt)]
  ]
  return lines.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}

function showWebhook({ out }: Context, webhook: Webhook): void {
  out.result(webhook)
  showFields(out, webhookLines(out, webhook))
}

function showWithSecret(context: Context, webhook: WebhookWithSecret): void {
  const { out } = context
  showWebhook(context, webhook)
  out.line()
  out.line(`Secret: ${webhook.secret}`)
  if (!context.json) out.note('Store the secret now. It is not shown again.')
}
