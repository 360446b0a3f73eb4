import type { EventType, Purveyor } from '@purveyor/client'
import type { Command, Context, Input } from '../command.ts'
import { followingClient } from '../connection-notes.ts'
import { eventText } from '../events/event-text.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { textOption, usageError } from '../options.ts'
import { parseTime } from '../time.ts'

type Options = {
  after: string | undefined
  since: Date | undefined
  type: EventType | undefined
  platform: boolean
}

function readOptions({ values }: Input): Options {
  const since = textOption(values.since)
  const after = textOption(values.after)
  if (since !== undefined && after !== undefined)
    throw usageError('`--since` and `--after` exclude each other. `--after` continues after one event.')
  return {
    after,
    since: since === undefined ? undefined : parseTime(since, '--since'),
    type: textOption(values.type) as EventType | undefined,
    platform: values.platform === true
  }
}

const feedOf = (client: Purveyor, { platform }: Options) =>
  platform ? client.platform.events : client.events

/** Returns the cursor of the newest event, so that only new events follow. */
async function newestCursor(client: Purveyor, options: Options, signal: AbortSignal) {
  const { pageInfo } = await feedOf(client, options).list({ last: 1 }, { signal }).page()
  return pageInfo.endCursor ?? undefined
}

function continueCommand({ profile, json }: Context, { type, platform }: Options, cursor: string): string {
  const options = [
    `--after ${cursor}`,
    type && `--type ${type}`,
    platform && '--platform',
    profile !== 'default' && `--profile ${profile}`,
    json && '--json'
  ]
  return ['purveyor events follow', ...options.filter(Boolean)].join(' ')
}

async function followEvents(context: Context, options: Options): Promise<ExitCode> {
  const { out, signal } = context
  const client = await followingClient(context)
  const { since, type } = options
  let cursor = options.after ?? (since ? undefined : await newestCursor(client, options, signal))
  if (out.isTerminal) out.note(out.dim('Following events. Press Ctrl-C to stop.'))
  const feed = feedOf(client, options).follow({ after: cursor, since, type, signal })
  for await (const event of feed) {
    out.record(event)
    out.line(eventText(out, event))
    cursor = event.cursor
  }
  if (cursor) out.note(`\nTo continue: ${continueCommand(context, options, cursor)}`)
  return exitCodes.interrupted
}

export const follow: Command = {
  name: 'events follow',
  summary: 'Show events as they occur',
  usage: '[--since TIME | --after CURSOR] [--type TYPE] [--platform]',
  description:
    'Shows one line for each event: the time, the type, the id of the subject, the actor, the changed fields, ' +
    'and the details. The command begins with new events, or with `--since` and `--after` with earlier ones, ' +
    'and continues until Ctrl-C. If the service restarts, the command continues afterwards without missing an ' +
    'event.\n\nWith `--json`, each event is a line of NDJSON with its `cursor`. Store the cursor of the last ' +
    'event that you have processed, and continue after it with `--after`.',
  options: {
    since: {
      type: 'string',
      value: 'TIME',
      help: 'Begin with the events after this time: a time before now, such as 15m, 1h or 2d, or a date or time.'
    },
    after: { type: 'string', value: 'CURSOR', help: 'Begin with the events after the one with this cursor.' },
    type: { type: 'string', value: 'TYPE', help: 'Only events of this type, such as order.placed.' },
    platform: { type: 'boolean', help: 'The events of all vendors and of the operator. Only for operators.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    {
      command: 'purveyor events follow --since 1h',
      text: 'Show the events of the last hour and all new ones:'
    },
    {
      command: 'purveyor events follow --type order.placed --json',
      text: 'Pass new orders to another program as NDJSON:'
    }
  ],
  run: (context, input) => followEvents(context, readOptions(input))
}
