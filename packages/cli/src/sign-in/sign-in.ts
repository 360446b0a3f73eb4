import type { Me, Purveyor } from '@purveyor/client'
import type { Context } from '../command.ts'
import { clientHeaders } from '../config/client.ts'
import { defaultUrl, normalizeUrl } from '../config/connection.ts'
import type { Profile } from '../config/profiles.ts'
import { CommandError } from '../errors.ts'
import { usageError } from '../options.ts'
import { readSecret } from './read-stdin.ts'

/** How to sign in: the options of `purveyor login`. */
export type LoginOptions = {
  email: string | undefined
  passwordStdin: boolean
  tokenStdin: boolean
}

/** What a sign-in results in: the profile to store, and the account as the service describes it. */
export type SignedIn = { profile: Profile; me: Me }

const hasPrompts = ({ stdin, stderr }: Context): boolean => stdin.isTTY === true && stderr.isTTY === true

/** Returns the address to sign in to: of `--url` or PURVEYOR_URL, of the profile, or what the user enters. */
async function serviceUrl(context: Context, asks: boolean): Promise<string> {
  if (context.url) return normalizeUrl(context.url)
  const stored = (await context.store.find(context.profile))?.url
  if (!asks) return stored ?? defaultUrl
  const { askUrl } = await import('./ask.ts')
  return normalizeUrl(await askUrl(context, stored))
}

async function withToken(context: Context): Promise<SignedIn> {
  const url = await serviceUrl(context, false)
  const { Purveyor } = await import('@purveyor/client')
  const token = (await readSecret(context.stdin, '--token-stdin')).trim()
  const me = await new Purveyor({ url, token, headers: clientHeaders() }).auth.me({ signal: context.signal })
  return { profile: { url, token, ...accountOf(me) }, me }
}

async function readEmail(context: Context, email: string | undefined): Promise<string> {
  if (email) return email
  if (!hasPrompts(context)) {
    throw usageError(
      'There is no terminal to ask for the email address and the password.',
      'Use `--email EMAIL --password-stdin`, or `--token-stdin` with an API token, or set PURVEYOR_TOKEN.'
    )
  }
  return (await import('./ask.ts')).askEmail(context)
}

async function readPassword(context: Context, fromStdin: boolean): Promise<string> {
  if (fromStdin) return readSecret(context.stdin, '--password-stdin')
  if (!hasPrompts(context)) {
    throw usageError(
      'There is no terminal to ask for the password.',
      'Use `--password-stdin`, which reads the password from stdin.'
    )
  }
  return (await import('./ask.ts')).askPassword(context)
}

async function withPassword(context: Context, options: LoginOptions): Promise<SignedIn> {
  const asks = hasPrompts(context) && !options.passwordStdin && !options.email
  const url = await serviceUrl(context, asks)
  const email = await readEmail(context, options.email)
  const password = await readPassword(context, options.passwordStdin)
  const { Purveyor } = await import('@purveyor/client')
  const client = await Purveyor.signIn({ url, email, password, headers: clientHeaders() })
  const me = await client.auth.me({ signal: context.signal })
  return { profile: { url, session: client.session, ...accountOf(me) }, me }
}

function accountOf({ user, token }: Me): Pick<Profile, 'account' | 'accountId'> {
  const account = user?.email ?? token?.name
  const accountId = user?.id ?? token?.id
  return { ...(account && { account }), ...(accountId && { accountId }) }
}

/** Signs in with an API token, or with an email address and a password, which it asks for on a terminal. */
export function signIn(context: Context, options: LoginOptions): Promise<SignedIn> {
  if (options.tokenStdin && (options.passwordStdin || options.email))
    throw usageError('`--token-stdin` signs in with an API token, without `--email` and `--password-stdin`.')
  return options.tokenStdin ? withToken(context) : withPassword(context, options)
}

/** Ends the session of a profile. Resolves to false if the service can't be reached. */
export async function endSession(client: Purveyor): Promise<boolean> {
  const { Unauthenticated, PurveyorError } = await import('@purveyor/client')
  try {
    await client.auth.logout({ maxRetries: 1, timeoutMs: 5000 })
    return true
  } catch (error) {
    if (error instanceof Unauthenticated || error instanceof CommandError) return true
    if (error instanceof PurveyorError) return false
    throw error
  }
}
