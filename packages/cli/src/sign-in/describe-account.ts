import type { Me } from '@purveyor/client'

const realms = { vendor: 'Vendor', platform: 'Operator', none: 'None: the account is not a member of a team' }

/** Returns the lines that describe an account, such as `['Role', 'OWNER']`. */
export function describeAccount(me: Me): [string, string][] {
  const lines: [string, string][] = []
  if (me.user) lines.push(['Account', `${me.user.name} <${me.user.email}>`])
  if (me.token) lines.push(['API token', me.token.name])
  lines.push(['Team', me.vendor ? `${me.vendor.name} (vendor)` : realms[me.realm]])
  if (me.role) lines.push(['Role', me.role])
  return lines
}
