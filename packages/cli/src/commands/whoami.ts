import type { Me } from '@purveyor/client'
import type { Command, Context } from '../command.ts'
import type { Connection } from '../config/connection.ts'
import { exitCodes } from '../exit-codes.ts'
import { showFields } from '../output/wrap.ts'
import { describeAccount } from '../sign-in/describe-account.ts'

const howSignedIn = {
  environment: 'API token of PURVEYOR_TOKEN',
  token: 'API token',
  session: 'Email address and password'
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
  showFields(out, lines)
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
