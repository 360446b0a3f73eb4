import type { Purveyor } from '@purveyor/client'
import type { Context, Input } from './command.ts'
import { createClient } from './config/client.ts'
import { findConnection } from './config/connection.ts'
import { configFolder, stateFolder } from './config/folders.ts'
import { profileStore } from './config/profiles.ts'
import { textOption } from './options.ts'
import type { OutputStream } from './output/create-output.ts'
import type { Output } from './output/output.ts'

/** The process that the command line runs in, or a test's substitute for it. */
export type Io = {
  stdin: Context['stdin']
  stdout: OutputStream
  stderr: OutputStream
  env: Record<string, string | undefined>
  cwd: string
  platform: NodeJS.Platform
  homeFolder: string
  /** Aborts at the first Ctrl-C or SIGTERM. */
  signal: AbortSignal
}

type Options = { out: Output; json: boolean; values: Input['values'] }

/** Creates what a command uses of its surroundings. */
export function createContext(io: Io, { out, json, values }: Options): Context {
  const store = profileStore(configFolder(io))
  const profile = textOption(values.profile) ?? (io.env.PURVEYOR_PROFILE || 'default')
  const url = textOption(values.url) ?? (io.env.PURVEYOR_URL || undefined)
  let found: ReturnType<typeof findConnection> | undefined
  const connection = () => {
    if (!found && io.env.PURVEYOR_TOKEN && values.profile)
      out.note(`PURVEYOR_TOKEN is set, so the profile \`${profile}\` is not used.`)
    found ??= findConnection({ env: io.env, url, profile, store })
    return found
  }
  let client: Promise<Purveyor> | undefined
  return {
    cwd: io.cwd,
    env: io.env,
    stdin: io.stdin,
    stdout: io.stdout,
    stderr: io.stderr,
    out,
    signal: io.signal,
    json,
    profile,
    url,
    store,
    stateFolder: stateFolder(io),
    connection,
    client() {
      client ??= connection().then((service) => createClient(service, store))
      return client
    }
  }
}
