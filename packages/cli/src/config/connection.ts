import { createHash } from 'node:crypto'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { usageError } from '../options.ts'
import type { ProfileStore } from './profiles.ts'

/** Where the service of `npm start` is. */
export const defaultUrl = 'http://127.0.0.1:3000'

/** The service that a command calls, and as whom. */
export type Connection = {
  url: string
  /** Identifies the account in files that commands store: the same text for the same sign-in. */
  account: string
} & ({ how: 'environment'; token: string } | { how: 'token' | 'session'; profile: string })

type Options = {
  env: Record<string, string | undefined>
  /** The address of `--url` or PURVEYOR_URL. */
  url: string | undefined
  profile: string
  store: ProfileStore
}

/** True if the address without its scheme is of this computer. */
const isLoopback = (address: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i.test(address)

/** True if requests to the address can be read in the network. */
export const isUnencrypted = (url: string): boolean => url.startsWith('http:') && !isLoopback(url.slice(7))

/**
 * Returns the address in the form in which profiles store it, such as `https://api.example.com`. Throws a
 * `CommandError` if it isn't an address.
 */
export function normalizeUrl(text: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const full = hasScheme ? text : `${isLoopback(text) ? 'http' : 'https'}://${text}`
  const url = URL.canParse(full) ? new URL(full) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw usageError(`\`${text}\` is not the address of a service, such as ${defaultUrl}.`)
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

/** Returns the connection of PURVEYOR_TOKEN, or else of the profile. Throws if no one is signed in. */
export async function findConnection({ env, url, profile, store }: Options): Promise<Connection> {
  const token = env.PURVEYOR_TOKEN?.trim()
  if (token) {
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new CommandError('PURVEYOR_TOKEN is not an API token.', exitCodes.access, {
        code: 'TOKEN_INVALID',
        hint: 'It contains spaces, line breaks or other characters that no token has. Copy the token again.'
      })
    }
    const account = `token-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`
    return { how: 'environment', url: normalizeUrl(url ?? defaultUrl), token, account }
  }
  const stored = await store.find(profile)
  const login = loginCommand({ profile, url })
  if (!stored?.session && !stored?.token) {
    throw new CommandError('You are not signed in.', exitCodes.access, {
      code: 'NOT_SIGNED_IN',
      hint: `Run \`${login}\`, or set PURVEYOR_TOKEN to an API token.`
    })
  }
  if (url !== undefined && normalizeUrl(url) !== stored.url) {
    throw new CommandError(
      `The profile \`${profile}\` is signed in to ${stored.url}, not to ${normalizeUrl(url)}.`,
      exitCodes.access,
      { code: 'OTHER_SERVICE', hint: `Run \`${login}\`, or choose another profile with \`--profile\`.` }
    )
  }
  const account = stored.accountId ?? profile
  return { how: stored.session ? 'session' : 'token', url: stored.url, profile, account }
}

/** Returns the command that signs in to the profile, for messages. */
export function loginCommand({ profile, url }: { profile: string; url?: string | undefined }): string {
  const options = [url && `--url ${url}`, profile !== 'default' && `--profile ${profile}`]
  return ['purveyor login', ...options.filter(Boolean)].join(' ')
}
