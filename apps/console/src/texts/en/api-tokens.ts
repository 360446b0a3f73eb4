/** API tokens of a team. */
export const apiTokens = {
  title: 'API tokens',
  intro:
    'Programs use tokens to call the API. Give each program its own token, with the lowest role that it needs.',
  new: 'New token',
  name: 'Name',
  nameHint: 'The program that uses the token, such as “Stock sync”.',
  role: 'Role',
  expires: 'Expires',
  lastUsed: 'Last used',
  created: 'Created',
  never: 'Never',
  notUsed: 'Never',
  expired: 'Expired',
  actions: (name: string) => `Actions for ${name}`,

  empty: 'No API tokens yet',
  emptyText: 'Create a token for each program that reads or changes your data, such as a nightly stock sync.',

  createTitle: 'New API token',
  expiry: 'Expiry',
  expiryChoices: {
    '30': 'In 30 days',
    '90': 'In 90 days',
    '365': 'In a year',
    date: 'On a date…',
    never: 'Never'
  },
  expiryNever: 'The token works until you revoke it.',
  day: 'Last day',
  create: 'Create the token',

  shownTitle: (name: string) => `Token for ${name}`,
  shownWarning: "Copy the token now. It isn't stored, and can't be shown again.",
  token: 'Token',
  example: 'Try it',

  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: "Programs that use this token lose access within 5 seconds. This can't be undone.",
  revokeSubmit: 'Revoke the token',
  revoked: (name: string) => `Revoked: ${name}`
}
