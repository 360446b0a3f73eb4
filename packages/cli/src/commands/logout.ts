import type { Command, Context } from '../command.ts'
import { createClient } from '../config/client.ts'
import type { Profile } from '../config/profiles.ts'
import { exitCodes } from '../exit-codes.ts'
import { endSession } from '../sign-in/sign-in.ts'
import { localTime } from '../time.ts'

/** Ends the session in the service. Returns a sentence for the user if something remains valid. */
async function endInService(context: Context, { url, session, token }: Profile): Promise<string | undefined> {
  if (token) return 'The API token itself is still valid. To revoke it, delete it in the service.'
  if (!session) return undefined
  const connection = { how: 'session', url, profile: context.profile, account: '' } as const
  const hasEnded = await endSession(await createClient(connection, context.store))
  if (hasEnded) return undefined
  return `${url} can't be reached, so the session remains valid there until ${localTime(session.refreshExpiresAt)}.`
}

export const logout: Command = {
  name: 'logout',
  summary: 'End the session and delete it from the profile',
  usage: '[--profile NAME]',
  description:
    'Ends the session in the service, and deletes the session or the API token from the profile. If the ' +
    "service can't be reached, the sign-in is still deleted from the profile.",
  options: {},
  arguments: { min: 0, max: 0 },
  examples: [
    { command: 'purveyor logout', text: 'Sign out:' },
    { command: 'purveyor logout --profile operator', text: 'Sign out of another profile:' }
  ],
  async run(context) {
    const { out, store, profile: name, env } = context
    const profile = await store.find(name)
    const wasSignedIn = Boolean(profile?.session || profile?.token)
    const remains = profile && (await endInService(context, profile))
    if (wasSignedIn) await store.change(name, (before) => before && withoutSecrets(before))
    out.result({ profile: name, signedOut: wasSignedIn })
    out.line(
      wasSignedIn ? `Signed out of the profile \`${name}\`.` : `The profile \`${name}\` is not signed in.`
    )
    if (remains) out.note(remains)
    if (env.PURVEYOR_TOKEN) out.note('PURVEYOR_TOKEN is set, so other commands still use that token.')
    return exitCodes.done
  }
}

/** The address and the account are what `purveyor login` proposes next time. */
function withoutSecrets({ session: _, token: __, ...rest }: Profile): Profile {
  return rest
}
