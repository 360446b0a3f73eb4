import { join } from 'node:path'

/** What decides where the command line stores its files. */
export type Surroundings = {
  env: Record<string, string | undefined>
  platform: NodeJS.Platform
  homeFolder: string
}

/** Returns the folder of the configuration, which contains the secrets of the profiles. */
export function configFolder({ env, platform, homeFolder }: Surroundings): string {
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'purveyor')
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support', 'purveyor')
  if (platform === 'win32') return join(env.APPDATA ?? join(homeFolder, 'AppData', 'Roaming'), 'purveyor')
  return join(homeFolder, '.config', 'purveyor')
}

/** Returns the folder in which commands store what they need to continue after an interruption. */
export function stateFolder({ env, platform, homeFolder }: Surroundings): string {
  if (env.XDG_STATE_HOME) return join(env.XDG_STATE_HOME, 'purveyor')
  if (platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homeFolder, 'AppData', 'Local'), 'purveyor', 'state')
  return join(homeFolder, '.local', 'state', 'purveyor')
}
