import type { Command, Option } from '../command.ts'

const id = '019b1d81-1f00-7685-8684-567946cdd4f3'
const platform: Option = { type: 'boolean', help: 'The webhooks of the operator.' }
const types: Option = {
  type: 'string',
  multiple: true,
  value: 'TYPE',
  help: 'Only events of this type, such as order.placed. Repeat the option for more types.'
}
const settings: Record<string, Option> = {
  type: types,
  description: { type: 'string', value: 'TEXT', help: 'What the webhook is for.' },
  concurrency: {
    type: 'string',
    value: 'N',
    help: 'The number of requests at the same time, from 1 to 4. With 1, all events are delivered in their order.'
  },
  header: {
    type: 'string',
    multiple: true,
    value: 'HEADER',
    help: "A header to send with each request, such as 'Authorization: Bearer 3f2a'. With update, all headers are replaced."
  }
}
const manage = () => import('../webhooks/manage.ts')

export const webhooksList: Command = {
  name: 'webhooks list',
  summary: 'List the webhooks with their states',
  usage: '[--platform]',
  description: 'Lists the addresses to which the service posts your events.',
  options: { platform },
  arguments: { min: 0, max: 0 },
  examples: [{ command: 'purveyor webhooks list', text: 'List your webhooks:' }],
  run: async (context, input) => (await manage()).listWebhooks(context, input)
}

export const webhooksCreate: Command = {
  name: 'webhooks create',
  summary: 'Create a webhook',
  usage: 'URL [--type TYPE …] [--header HEADER …] [--platform]',
  description:
    'Creates a webhook, to which the service posts the events that happen from now on, and shows its secret. The secret is ' +
    'shown only once. URL must be an https URL of a public host. You need the role OWNER or ADMIN.',
  options: {
    ...settings,
    'catalog-changes': { type: 'boolean', help: 'Deliver changes of the catalog. Only for operators.' },
    platform
  },
  arguments: { min: 1, max: 1 },
  examples: [
    {
      command:
        'purveyor webhooks create https://erp.example.com/purveyor --type order.placed --type order.cancelled',
      text: 'Post new and cancelled orders to an ERP system:'
    }
  ],
  run: async (context, input) => (await manage()).createWebhook(context, input)
}

export const webhooksUpdate: Command = {
  name: 'webhooks update',
  summary: 'Change, stop or start a webhook',
  usage: 'ID [--to URL] [--type TYPE …] [--stop | --start] [--platform]',
  description:
    'Changes only what the options name. A webhook that was stopped continues where it has stopped.',
  options: {
    to: { type: 'string', value: 'URL', help: 'The new URL of the webhook.' },
    ...settings,
    'all-types': { type: 'boolean', help: 'Deliver events of all types.' },
    stop: { type: 'boolean', help: 'Stop the webhook.' },
    start: { type: 'boolean', help: 'Start the webhook again.' },
    platform
  },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: `purveyor webhooks update ${id} --stop`, text: 'Stop a webhook:' },
    { command: `purveyor webhooks update ${id} --to https://erp.example.com/v2`, text: 'Change the URL:' }
  ],
  run: async (context, input) => (await manage()).updateWebhook(context, input)
}

export const webhooksDelete: Command = {
  name: 'webhooks delete',
  summary: 'Delete a webhook',
  usage: 'ID [--yes] [--platform]',
  description: 'Deletes a webhook and its attempts. On a terminal, the command asks before.',
  options: { yes: { type: 'boolean', help: "Don't ask." }, platform },
  arguments: { min: 1, max: 1 },
  examples: [{ command: `purveyor webhooks delete ${id}`, text: 'Delete a webhook:' }],
  run: async (context, input) => (await manage()).deleteWebhook(context, input)
}

export const webhooksStatus: Command = {
  name: 'webhooks status',
  summary: 'Show the state, the lag and the failures of a webhook',
  usage: 'ID [--platform]',
  description:
    'Shows how many events wait, the attempts of the last 72 hours, the latest ten failures with the answers, and the first ' +
    'ten events that are set aside because the receiver has refused them.',
  options: { platform },
  arguments: { min: 1, max: 1 },
  examples: [{ command: `purveyor webhooks status ${id}`, text: 'Find out why a webhook fails:' }],
  run: async (context, input) => (await manage()).showStatus(context, input)
}

export const webhooksTest: Command = {
  name: 'webhooks test',
  summary: 'Post a signed example to a webhook',
  usage: 'ID [--type TYPE] [--platform]',
  description:
    'Lets the service post a signed example to the URL, and shows the answer. The id of the example begins with test-, and it ' +
    'is about a resource that does not exist. If it was not delivered, the exit code is 1.',
  options: {
    type: { type: 'string', value: 'TYPE', help: 'The type of the example. The default is product.created.' },
    platform
  },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: `purveyor webhooks test ${id} --type order.placed`, text: 'Post an example of a new order:' }
  ],
  run: async (context, input) => (await manage()).testWebhook(context, input)
}

export const webhooksReplay: Command = {
  name: 'webhooks replay',
  summary: 'Deliver events to a webhook again',
  usage: 'ID --after CURSOR | --since TIME | --event ID … [--platform]',
  description:
    'Lets the service deliver events again: all after a cursor or a time, or single ones. The ids of their requests end with ' +
    '-r1, -r2 and so on, and their bodies have `replayOf`.',
  options: {
    after: { type: 'string', value: 'CURSOR', help: 'Everything after the event with this cursor.' },
    since: {
      type: 'string',
      value: 'TIME',
      help: 'Everything after this time, such as 2h, 1d or 2026-03-01T09:30:00Z.'
    },
    event: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'The event with this id. Repeat the option for more.'
    },
    platform
  },
  arguments: { min: 1, max: 1 },
  examples: [
    { command: `purveyor webhooks replay ${id} --since 2h`, text: 'Deliver the last two hours again:' }
  ],
  run: async (context, input) => (await manage()).replayWebhook(context, input)
}

export const webhooksRotate: Command = {
  name: 'webhooks rotate',
  summary: 'Replace the secret of a webhook',
  usage: 'ID [--overlap HOURS] [--platform]',
  description:
    'Shows a new secret. For some hours, requests are also signed with the previous one, so that you can change the secret of ' +
    'the receiver in between.',
  options: {
    overlap: { type: 'string', value: 'HOURS', help: 'From 0 to 168. The default is 24.' },
    platform
  },
  arguments: { min: 1, max: 1 },
  examples: [{ command: `purveyor webhooks rotate ${id}`, text: 'Replace a secret:' }],
  run: async (context, input) => (await manage()).rotateSecret(context, input)
}

export const webhooksListen: Command = {
  name: 'webhooks listen',
  summary: 'Forward events to a receiver on this machine',
  usage: '--forward-to URL [--type TYPE …] [--since TIME | --after CURSOR]',
  description:
    'Follows your events and posts each to the URL, as the service would to a webhook, to develop a receiver without a tunnel. ' +
    'No webhook is needed. The command shows the secret that signs the requests, and each answer. It posts one event ' +
    'after the other. If the receiver fails, the command tries the same event again until it succeeds; an event that is ' +
    'refused three times with another 4xx is given up. It begins with new events and continues until Ctrl-C.\n\nWith ' +
    '--cursor-file, the next run continues after the last event that was delivered. With --json, each attempt is a line of NDJSON.',
  options: {
    'forward-to': { type: 'string', value: 'URL', help: 'The address of the receiver.' },
    type: types,
    since: {
      type: 'string',
      value: 'TIME',
      help: 'Begin with the events after this time, such as 15m, 1h or 2d.'
    },
    after: { type: 'string', value: 'CURSOR', help: 'Begin with the events after the one with this cursor.' },
    'cursor-file': {
      type: 'string',
      value: 'FILE',
      help: 'Store the cursor of the last delivered event in this file, and continue there if it exists.'
    },
    secret: {
      type: 'string',
      value: 'SECRET',
      help: 'Sign with this secret, instead of PURVEYOR_WEBHOOK_SECRET or a new one.'
    },
    platform: { type: 'boolean', help: 'The events of all vendors and of the operator. Only for operators.' }
  },
  arguments: { min: 0, max: 0 },
  examples: [
    {
      command: 'purveyor webhooks listen --forward-to http://localhost:3000/hook',
      text: 'Forward all new events:'
    },
    {
      command:
        'purveyor webhooks listen --forward-to http://localhost:3000/hook --type order.placed --since 1d',
      text: 'Forward the orders of the last day, and new ones:'
    }
  ],
  run: async (context, input) => (await import('../webhooks/listen.ts')).listen(context, input)
}
