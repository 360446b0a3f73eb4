import type { Me } from '@purveyor/client'
import type { Command, Context } from '../command.ts'
import type { Connection } from '../config/connection.ts'
import { exitCodes } from '../exit-codes.ts'
import { definitions } from '../output/wrap.ts'

const realms = { vendor: 'Vendor', platform: 'Operator', none: 'None: the account is not a member of a team' }

const howSignedIn = {
  environment: 'API token of PURVEYOR_TOKEN',
  token: 'API token',
  session: 'Email address and password'
}

/** Returns the lines that describe an account, such as `['Role', 'OWNER']`. */
export function describeAccount(me: Me): [string, string][] {
  const lines: [string, string][] = []
  if (me.user) lines.push(['Account', `${me.user.name} <${me.user.email}>`])
  if (me.token) lines.push(['API token', me.token.name])
  lines.push(['Team', me.vendor ? `${me.vendor.name} (vendor)` : realms[me.realm]])
  if (me.role) lines.push(['Role', me.role])
  return lines
}

async function showAccount({ out }: Context, connection: Connection, me: Me): Promise<void> {
  const profile = connection.how === 'environment' ? undefined : connection.profile
  out.result({ ...me, url: connection.url, profile: profile ?? null, signedInWith: connection.how })
  const lines: [string, string][] = [
    ...describeAccount(me),
    ['Service', connection.url],
    ['Signed in with', howSignedIn[connection.how]]
  ]
  if (profile) lines.push(['Profile', profile])
  for (const line of definitions(lines, out.width)) out.line(line)
}

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show who is signed in',
  usage: '',
  description:
    'Asks the service for the account, its role and its team, and shows the address of the service and the ' +
    'profile. If you are not signed in, the exit code is 4.',
  options: {},
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor whoami', text: 'Show who is signed in:' },
    {
      command: 'purveyor whoami --profile operator --json',
      text: 'Show the account of another profile as JSON:'
    }
  ],
  async run(context) {
    const connection = await context.connection()
    const me = await (await context.client()).auth.me({ signal: context.signal })
    await showAccount(context, connection, me)
    return exitCodes.done
  }
}
