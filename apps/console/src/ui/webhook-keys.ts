/** The keys of the queries about webhooks. A change of one has all of them read again. */
export const webhookKeys = {
  all: ['webhooks'],
  list: ['webhooks', 'list'],
  vendors: ['webhooks', 'vendors'],
  one: (id: string) => ['webhooks', 'one', id],
  status: (id: string) => ['webhooks', 'status', id],
  failures: (id: string) => ['webhooks', 'failures', id],
  setAside: (id: string) => ['webhooks', 'set-aside', id]
} as const
