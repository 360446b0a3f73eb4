import { randomBytes } from 'node:crypto'
import type { Event, EventType, Purveyor } from '@purveyor/client'
import { signWebhook } from '@purveyor/client/webhooks'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { followingClient } from '../connection-notes.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { textOption, textOptions, usageError } from '../options.ts'
import { onOneLine } from '../output/colours.ts'
import type { Output } from '../output/output.ts'
import { localTime, parseTime } from '../time.ts'
import { cursorFile } from './cursor-file.ts'
import { type Attempt, deliver } from './deliver.ts'
import { webhookBody } from './webhook-body.ts'

type Options = {
  to: string
  types: EventType[]
  after: string | undefined
  since: Date | undefined
  platform: boolean
}

/** Runs `purveyor webhooks listen`. Ends at Ctrl-C, or when the receiver answers with 410. */
export async function listen(context: Context, { values }: Input): Promise<ExitCode> {
  const { out, signal, cwd } = context
  const options = readOptions(values)
  const secret = await readSecret(context, textOption(values.secret))
  const stored = cursorFile(textOption(values['cursor-file']), cwd)
  const client = await followingClient(context)
  const { url: origin } = await context.connection()
  await checkTypes(client, options, signal)
  let cursor = (await stored.read()) ?? options.after
  if (cursor === undefined && options.since === undefined)
    cursor = await newestCursor(client, options, signal)
  // At once, so that the next run misses nothing, even if this one delivers nothing.
  if (cursor !== undefined) await stored.write(cursor)
  out.record({ forwardTo: options.to, secret })
  out.line(`Secret: ${secret}`)
  if (out.isTerminal) out.note(out.dim(`Forwarding events to ${options.to}. Press Ctrl-C to stop.`))

  const { types, since, to } = options
  const type = types.length === 1 ? types[0] : undefined
  let isStopped = false
  for await (const event of feedOf(client, options).follow({ after: cursor, since, type, signal })) {
    if (types.length === 0 || types.includes(event.type)) {
      const body = webhookBody(event, origin)
      const onAttempt = (attempt: Attempt, retryInMs?: number) => show(out, { event, attempt, retryInMs })
      const result = await deliver({ to, secret, event, body, signal, onAttempt })
      isStopped = result === 'STOPPED'
      if (isStopped) break
    }
    cursor = event.cursor
    await stored.write(cursor)
  }
  if (isStopped && !signal.aborted)
    out.note(out.yellow('The receiver has answered with 410, which stops a webhook.'))
  if (cursor !== undefined) {
    const again = {
      ...values,
      since: undefined,
      after: values['cursor-file'] === undefined ? cursor : undefined
    }
    const named = ['forward-to', 'type', 'after', 'cursor-file', 'platform', 'json']
    out.note(`\nTo continue: ${commandLine(['webhooks', 'listen'], again, named)}`)
  }
  return isStopped && !signal.aborted ? exitCodes.failed : exitCodes.interrupted
}

function readOptions(values: Input['values']): Options {
  const to = textOption(values['forward-to'])
  const hint = 'Name the address of your receiver, such as --forward-to http://localhost:3000/hook.'
  if (to === undefined) throw usageError('`--forward-to` is missing.', hint)
  if (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol))
    throw usageError(`\`${to}\` is not an http or https URL.`, hint)
  const since = textOption(values.since)
  const after = textOption(values.after)
  if (since !== undefined && after !== undefined)
    throw usageError('`--since` and `--after` exclude each other. `--after` continues after one event.')
  return {
    to,
    types: textOptions(values.type) as EventType[],
    after,
    since: since === undefined ? undefined : parseTime(since, '--since'),
    platform: values.platform === true
  }
}

/** Returns the secret of the option or of the environment, or else a new one. */
async function readSecret({ env }: Context, option: string | undefined): Promise<string> {
  const secret = option ?? (env.PURVEYOR_WEBHOOK_SECRET || undefined)
  if (secret === undefined) return `whsec_${randomBytes(32).toString('base64')}`
  await signWebhook({ secret, id: '', body: '' }).catch(() => {
    throw usageError(
      'The secret must be whsec_ and Base64.',
      'Leave it out, and the command writes a new one.'
    )
  })
  return secret
}

const feedOf = (client: Purveyor, { platform }: Options) =>
  platform ? client.platform.events : client.events

/** With several types, the feed isn't filtered, so a type that doesn't exist would never match. */
async function checkTypes(client: Purveyor, options: Options, signal: AbortSignal): Promise<void> {
  for (const type of options.types) await feedOf(client, options).list({ type, first: 1 }, { signal }).page()
}

/** Returns the cursor of the newest event, so that only new events follow. */
async function newestCursor(
  client: Purveyor,
  options: Options,
  signal: AbortSignal
): Promise<string | undefined> {
  const { pageInfo } = await feedOf(client, options).list({ last: 1 }, { signal }).page()
  return pageInfo.endCursor ?? undefined
}

const typeWidth = 'product.images_changed'.length

type Shown = { event: Event; attempt: Attempt; retryInMs: number | undefined }

/** Shows an attempt as a line: the time, the type, the id of the event, and the answer. */
function show(out: Output, { event: { id, type }, attempt, retryInMs }: Shown): void {
  const { status, durationMs, text } = attempt
  const isDelivered = status !== null && status < 300
  out.record({ id, type, status, durationMs, answer: text, retryInMs: retryInMs ?? null })
  const answer = status === null ? onOneLine(text) : `${status} in ${durationMs} ms`
  const detail = status !== null && !isDelivered && text !== '' ? `: ${onOneLine(text)}` : ''
  const next =
    retryInMs === undefined ? (isDelivered ? '' : ', given up') : `, again in ${retryInMs / 1000} s`
  const colour = isDelivered ? out.green : out.yellow
  const time = localTime(new Date()).slice(11)
  out.line(`${out.dim(time)}  ${out.bold(type.padEnd(typeWidth))}  ${id}  ${colour(answer)}${detail}${next}`)
}
