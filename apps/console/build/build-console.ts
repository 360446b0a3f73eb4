import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { UserConfig } from 'vite'
import { withFileLock } from '../../../packages/local-postgres/src/file-lock.ts'
import { compressFiles } from './compress-files.ts'
import { hashSources, type Sources } from './sources.ts'
import {
  type BuildManifest,
  chunksPath,
  findBuild,
  listBuilds,
  manifestOf,
  readBuild
} from './stored-builds.ts'

const draftPrefix = '.draft-'
/** Files of older builds are served too, because pages that were loaded before an upgrade ask for them. */
const storedBuilds = 3
const maxAttempts = 3

/**
 * Builds the application into a subfolder of the first of the `folders` that can be written. The subfolder is
 * named after the hash of the sources. If one of the folders already has this build, nothing is written. Only
 * complete builds get their name, so an interrupted one is never used. Returns the folder of the build, and
 * true in `isNew` if this call has built it. Throws if the build fails.
 */
export async function buildConsole(
  sources: Sources,
  folders: readonly string[]
): Promise<{ folder: string; isNew: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const hash = await hashSources(sources)
    const known = await findBuild(folders, hash)
    if (known) return { folder: known.folder, isNew: false }
    const target = join(await firstWritable(folders), hash)
    const isNew = await withFileLock(join(dirname(target), '.lock'), () => buildInto(target, sources))
    if (isNew !== undefined) return { folder: target, isNew }
    if (attempt === maxAttempts) throw new Error('The sources of the console changed during each build.')
  }
}

/**
 * Builds and publishes the build. Returns false if another process has published it in the meantime, and
 * undefined if the sources have changed during the build. The caller holds the lock of the folder.
 */
async function buildInto(target: string, sources: Sources): Promise<boolean | undefined> {
  const folder = dirname(target)
  if (await readBuild(target)) return false
  await removeDrafts(folder)
  const draft = join(folder, `${draftPrefix}${randomUUID()}`)
  try {
    await runVite(sources.folder, draft)
    const manifest: BuildManifest = { builtAt: new Date().toISOString(), files: await compressFiles(draft) }
    await writeFile(manifestOf(draft), JSON.stringify(manifest))
    if ((await hashSources(sources)) !== basename(target)) return undefined
    // A damaged build of the same sources may be in the way.
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  // Without the new build, which may seem to be older if the clock was changed.
  const others = (await listBuilds(folder)).filter((build) => build.folder !== target)
  for (const build of others.slice(storedBuilds - 1)) await rm(build.folder, { recursive: true, force: true })
  return true
}

/** Runs Vite with the configuration of the application. It writes only into `output`. */
async function runVite(folder: string, output: string): Promise<void> {
  // React and Vite read it. It must not depend on how the service was started.
  process.env.NODE_ENV = 'production'
  const configuration = pathToFileURL(join(folder, 'vite.config.ts')).href
  const [{ build }, { default: config }] = await Promise.all([
    import('vite'),
    import(configuration) as Promise<{ default: UserConfig }>
  ])
  await build({
    ...config,
    ...{ root: folder, base: '/', mode: 'production', configFile: false, envFile: false, logLevel: 'silent' },
    build: { ...config.build, outDir: output, emptyOutDir: true, manifest: chunksPath }
  })
}

/** Removes what interrupted builds have left. The caller holds the lock, so none of them is still running. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(draftPrefix)) await rm(join(folder, name), { recursive: true, force: true })
}

async function firstWritable(folders: readonly string[]): Promise<string> {
  const causes: string[] = []
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK | constants.X_OK)
      return folder
    } catch (error) {
      causes.push((error as Error).message)
    }
  }
  throw new Error(`The console needs a folder that can be written. ${causes.join('. ')}.`)
}
