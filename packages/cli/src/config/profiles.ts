import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '@purveyor/client'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { replaceFile } from '../files.ts'
import { withLock } from './lock.ts'

/** A sign-in: the address of the service, and the session of a person or an API token. */
export type Profile = {
  url: string
  session?: Session
  token?: string
  /** For messages: the email address of the person, or the name of the API token. */
  account?: string
  accountId?: string
}

type Config = { profiles: Record<string, Profile> }

/** The profiles in the user's configuration folder. */
export type ProfileStore = {
  /** The path of the file. */
  file: string
  list(): Promise<Record<string, Profile>>
  find(name: string): Promise<Profile | undefined>
  /** Replaces a profile, or deletes it if `change` returns undefined. Other processes wait for that. */
  change(
    name: string,
    change: (before: Profile | undefined) => Profile | undefined | Promise<Profile | undefined>
  ): Promise<Profile | undefined>
}

async function readConfig(file: string): Promise<Config> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new CommandError(`${file} can't be read: ${error.message}.`, exitCodes.usage, { cause: error })
  })
  try {
    const config = JSON.parse(text) as Partial<Config>
    if (typeof config.profiles === 'object') Object.values(config.profiles ?? {}).forEach(checkProfile)
    return { ...config, profiles: config.profiles ?? {} }
  } catch (error) {
    throw new CommandError(`${file} isn't a valid configuration.`, exitCodes.usage, {
      hint: 'Correct the file or delete it, and sign in again with `purveyor login`.',
      cause: error
    })
  }
}

/** Throws a TypeError if a profile isn't as this program writes it. */
function checkProfile(profile: Partial<Profile> | null): void {
  const { url, token = '', session } = profile ?? { url: 'http://localhost' }
  const hasSession = session === undefined || isSession(session)
  if (typeof token !== 'string' || !URL.canParse(String(url)) || !hasSession)
    throw new TypeError('invalid profile')
}

function isSession({ accessToken, refreshToken, expiresAt }: Partial<Session>): boolean {
  return [accessToken, refreshToken, expiresAt].every((text) => typeof text === 'string')
}

/** Opens the profiles in a configuration folder. The folder is created by the first change. */
export function profileStore(folder: string): ProfileStore {
  const file = join(folder, 'config.json')
  const list = async () => (await readConfig(file)).profiles
  return {
    file,
    list,
    async find(name) {
      const profiles = await list()
      return Object.hasOwn(profiles, name) ? profiles[name] : undefined
    },
    async change(name, change) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      return withLock(join(folder, 'config.lock'), async () => {
        const config = await readConfig(file)
        const profiles = new Map(Object.entries(config.profiles))
        const before = profiles.get(name)
        const after = await change(before)
        if (after === before) return after
        if (after) profiles.set(name, after)
        else profiles.delete(name)
        const changed: Config = { ...config, profiles: Object.fromEntries(profiles) }
        await replaceFile(file, `${JSON.stringify(changed, null, 2)}\n`)
        return after
      })
    }
  }
}
