import type { Command } from '../command.ts'

type Load = () => Promise<Command>

/** All commands in the order of the overview. The module of a command is loaded when it is needed. */
export const registry: Record<string, Load> = {
  login: async () => (await import('./login.ts')).login,
  logout: async () => (await import('./logout.ts')).logout,
  whoami: async () => (await import('./whoami.ts')).whoami,
  push: async () => (await import('./push.ts')).push,
  pull: async () => (await import('./pull.ts')).pullCommand,
  template: async () => (await import('./template.ts')).template,
  diff: async () => (await import('./diff.ts')).diffCommand,
  'stock set': async () => (await import('./stock.ts')).stockSet,
  'stock change': async () => (await import('./stock.ts')).stockChange,
  'prices set': async () => (await import('./prices.ts')).pricesSet,
  'categories list': async () => (await import('./categories.ts')).list,
  'categories create': async () => (await import('./categories.ts')).create,
  'jobs list': async () => (await import('./jobs.ts')).list,
  'jobs show': async () => (await import('./jobs.ts')).show,
  'jobs watch': async () => (await import('./jobs.ts')).watch,
  'jobs failures': async () => (await import('./jobs.ts')).failures,
  'jobs retry': async () => (await import('./jobs.ts')).retry,
  'jobs cancel': async () => (await import('./jobs.ts')).cancel,
  'orders list': async () => (await import('./orders.ts')).ordersList,
  'orders show': async () => (await import('./orders.ts')).ordersShow,
  'orders watch': async () => (await import('./orders.ts')).ordersWatch,
  'orders acknowledge': async () => (await import('./orders.ts')).ordersAcknowledge,
  'orders ship': async () => (await import('./orders.ts')).ordersShip,
  'orders cancel': async () => (await import('./orders.ts')).ordersCancel,
  'statements list': async () => (await import('./statements.ts')).statementsList,
  'statements show': async () => (await import('./statements.ts')).statementsShow,
  'statements lines': async () => (await import('./statements.ts')).statementsLines,
  'statements download': async () => (await import('./statements.ts')).statementsDownload,
  'events follow': async () => (await import('./events.ts')).follow,
  'webhooks list': async () => (await import('./webhooks.ts')).webhooksList,
  'webhooks create': async () => (await import('./webhooks.ts')).webhooksCreate,
  'webhooks update': async () => (await import('./webhooks.ts')).webhooksUpdate,
  'webhooks delete': async () => (await import('./webhooks.ts')).webhooksDelete,
  'webhooks status': async () => (await import('./webhooks.ts')).webhooksStatus,
  'webhooks test': async () => (await import('./webhooks.ts')).webhooksTest,
  'webhooks replay': async () => (await import('./webhooks.ts')).webhooksReplay,
  'webhooks rotate': async () => (await import('./webhooks.ts')).webhooksRotate,
  'webhooks listen': async () => (await import('./webhooks.ts')).webhooksListen,
  get: async () => (await import('./request.ts')).get,
  post: async () => (await import('./request.ts')).post,
  patch: async () => (await import('./request.ts')).patch,
  put: async () => (await import('./request.ts')).put,
  delete: async () => (await import('./request.ts')).del,
  help: async () => (await import('./help.ts')).help
}

/** The parts of the overview, each with the first words of its commands. */
export const sections: { title: string; words: string[] }[] = [
  { title: 'Sign in', words: ['login', 'logout', 'whoami'] },
  { title: 'Catalog', words: ['push', 'pull', 'template', 'diff', 'stock', 'prices', 'categories', 'jobs'] },
  { title: 'Orders', words: ['orders', 'statements'] },
  { title: 'Events', words: ['events', 'webhooks'] },
  { title: 'Any request of the API', words: ['get', 'post', 'patch', 'put', 'delete'] },
  { title: 'More', words: ['help'] }
]
