import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { diskLocation } from '../src/assets/disk-location.ts'
import { openBucket } from '../src/assets/s3/bucket.ts'
import { s3Location } from '../src/assets/s3/s3-location.ts'
import { writeObject } from '../src/assets/s3/write-object.ts'
import type { AssetLocation } from '../src/assets/store.ts'
import type { AssetBucket } from '../src/config.ts'
import { newId } from '../src/lib/ids.ts'
import { newPrefix, type S3Server, startS3 } from './s3.ts'

/** A location of assets, with functions that change it without the store. */
export type TestLocation = AssetLocation & {
  /** The settings of the service that select this location. */
  settings: Record<string, string>
  /** The name of the place, for messages: the folder, or the URL of the bucket. */
  place: string
  /** Sets the time of a stored file back. */
  age(path: string, hours: number): Promise<void>
  /** Stores a text under a name that isn't a storage path. */
  putOther(name: string, text: string): Promise<void>
  /** Returns the text of the file or object with this name, or undefined if it doesn't exist. */
  text(name: string): Promise<string | undefined>
}

/** Creates locations, each of which is empty. */
export type TestLocations = { newLocation(): TestLocation; stop(): Promise<void> }

/** The kinds of asset stores. All of them keep the promises of `AssetStore`. */
export const storeKinds: { kind: 'disk' | 's3'; start(): Promise<TestLocations> }[] = [
  { kind: 'disk', start: startDisk },
  { kind: 's3', start: startBucket }
]

async function startDisk(): Promise<TestLocations> {
  const root = await mkdtemp(join(tmpdir(), 'purveyor-assets-'))
  return {
    newLocation: () => diskTestLocation(join(root, newId(), 'assets')),
    stop: () => rm(root, { recursive: true, force: true })
  }
}

function diskTestLocation(folder: string): TestLocation {
  return {
    ...diskLocation(folder),
    place: folder,
    settings: { DATA_DIR: dirname(folder) },
    age: (path, hours) => setBack(diskPath(folder, path), hours),
    async putOther(name, text) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    },
    text: (name) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  }
}

/** Returns the path on disk of the file with this storage path. */
export function diskPath(folder: string, path: string): string {
  const [part = '', name = ''] = path.split('/')
  return join(folder, part, name.slice(34, 36), name)
}

async function startBucket(): Promise<TestLocations> {
  const server = await startS3()
  return { newLocation: () => bucketTestLocation(server, newPrefix(server)), stop: () => server.stop() }
}

function bucketTestLocation(server: S3Server, assetBucket: AssetBucket): TestLocation {
  // Lists have several pages.
  const options = { listed: 4 }
  const { clients, begin, limits } = openBucket(assetBucket, server.key, options)
  const url = `s3://${assetBucket.bucket}/${assetBucket.prefix.slice(0, -1)}`
  const keyOf = (name: string) => assetBucket.prefix + name
  return {
    ...s3Location(assetBucket, server.key, options),
    place: url,
    settings: settingsOf(server, url),
    age: (path, hours) => setBack(server.fileOf(keyOf(path)), hours),
    async putOther(name, text) {
      const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
      const object = { key: keyOf(name), bytes: Buffer.from(text), headers }
      await writeObject(clients, object, begin(limits.write))
    },
    text: async (name) => (await clients.objects.getObject(keyOf(name))) ?? undefined
  }
}

/** Returns the settings of the service that select the bucket with this URL. */
export function settingsOf({ endpoint, key }: S3Server, url: string): Record<string, string> {
  return {
    ASSET_STORE: url,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: key.accessKeyId,
    S3_SECRET_ACCESS_KEY: key.secretAccessKey
  }
}

async function setBack(file: string, hours: number): Promise<void> {
  const time = new Date(Date.now() - hours * 3_600_000)
  await utimes(file, time, time)
}
