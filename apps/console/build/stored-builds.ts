import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The codings in which files are stored besides their plain form, with the endings of these files. */
export const codings = { br: '.br', gzip: '.gz' } as const
export type Coding = keyof typeof codings

/** A file of a build. `hashes` has the SHA-256 of its plain form and of its compressed forms, in base64url. */
export type ManifestFile = { path: string; hashes: { plain: string } & Partial<Record<Coding, string>> }

/** The last file that is written in a build. `builtAt` is an ISO 8601 time. */
export type BuildManifest = { builtAt: string; files: ManifestFile[] }

/** A file in memory with its compressed forms. `hash` is the hash of the plain form. */
export type BuiltFile = { hash: string; plain: Buffer; forms: Partial<Record<Coding, Buffer>> }

/** A complete build. `files` has the files below `/app/` by their path, such as `/app/index-Cp3x.js`. */
export type Build = { folder: string; builtAt: string; page: string; files: Map<string, BuiltFile> }

export const pagePath = 'index.html'
/** Vite's description of which file imports which. */
export const chunksPath = 'chunks.json'
const manifestName = 'manifest.json'
const buildName = /^[0-9a-f]{16}$/

/** Returns the hash by which the manifest describes the content of a file. */
export function hashOf(content: Uint8Array): string {
  return hash('sha256', content, 'base64url')
}

/** Returns the path of the manifest of a build. */
export function manifestOf(folder: string): string {
  return join(folder, manifestName)
}

/** Returns the build of the sources with this hash, from the first of the folders that has it complete. */
export async function findBuild(folders: readonly string[], sources: string): Promise<Build | undefined> {
  for (const folder of folders) {
    const build = await readBuild(join(folder, sources))
    if (build) return build
  }
  return undefined
}

/** Returns the names of the builds in a folder with their times, the newest first. Damaged ones come last. */
export async function listBuilds(folder: string): Promise<{ folder: string; builtAt: string }[]> {
  const names = await readdir(folder).catch(() => [])
  const builds = names
    .filter((name) => buildName.test(name))
    .map(async (name) => {
      const manifest = await readManifest(join(folder, name))
      return { folder: join(folder, name), builtAt: manifest?.builtAt ?? '' }
    })
  return (await Promise.all(builds)).sort((a, b) => b.builtAt.localeCompare(a.builtAt))
}

/**
 * Reads a build into memory. Returns undefined if it doesn't exist or isn't complete, for example because the
 * power failed before its files were on the disk.
 */
export async function readBuild(folder: string): Promise<Build | undefined> {
  const manifest = await readManifest(folder)
  if (!manifest) return undefined
  const read = await Promise.all(manifest.files.map((file) => readBuiltFile(folder, file)))
  const files = new Map<string, BuiltFile>()
  for (const [index, file] of read.entries()) {
    if (!file) return undefined
    files.set(`/${manifest.files[index]?.path}`, file)
  }
  const page = files.get(`/${pagePath}`)
  if (!page) return undefined
  files.delete(`/${pagePath}`)
  return { folder, builtAt: manifest.builtAt, page: page.plain.toString(), files }
}

async function readManifest(folder: string): Promise<BuildManifest | undefined> {
  try {
    return JSON.parse(await readFile(manifestOf(folder), 'utf8')) as BuildManifest
  } catch {
    return undefined
  }
}

async function readBuiltFile(folder: string, { path, hashes }: ManifestFile): Promise<BuiltFile | undefined> {
  const read = async (ending: string, expected: string | undefined) => {
    if (expected === undefined) return undefined
    const content = await readFile(join(folder, path + ending)).catch(() => undefined)
    return content && hashOf(content) === expected ? content : 'damaged'
  }
  const [plain, br, gzip] = await Promise.all([
    read('', hashes.plain),
    read(codings.br, hashes.br),
    read(codings.gzip, hashes.gzip)
  ])
  if (!plain || plain === 'damaged' || br === 'damaged' || gzip === 'damaged') return undefined
  return { hash: hashes.plain, plain, forms: { ...(br && { br }), ...(gzip && { gzip }) } }
}
