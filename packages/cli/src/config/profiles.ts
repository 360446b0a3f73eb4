import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '@purveyor/client'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
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
    return { ...config, profiles: config.profiles ?? {} }
  } catch (error) {
    throw new CommandError(`${file} isn't valid JSON.`, exitCodes.usage, {
      hint: 'Correct the file or delete it, and sign in again with `purveyor login`.',
      cause: error
    })
  }
}

/** Writes the file so that it is complete even if the process is killed, and only its owner can read it. */
async function writeConfig(file: string, config: Config): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(config, null, 2)}\n`)
    await handle.sync()
    await handle.close()
    await rename(temporary, file)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

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
        await writeConfig(file, { ...config, profiles: Object.fromEntries(profiles) })
        return after
      })
    }
  }
}
