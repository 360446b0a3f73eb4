import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetBucket, S3Key } from '../src/config.ts'
import { newId } from '../src/lib/ids.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'

/** A running S3 server with a bucket. */
export type S3Server = {
  /** The URL of the server, without a bucket. */
  endpoint: string
  key: S3Key
  bucket: string
  /** Returns the path of the file in which the server stores an object. */
  fileOf(key: string): string
  stop(): Promise<void>
}

const bucket = 'purveyor-assets'

/**
 * Starts the server that TEST_S3_SERVER names: s3rver from npm, or versitygw. Each has its own empty bucket.
 */
export function startS3(): Promise<S3Server> {
  return process.env.TEST_S3_SERVER === 'versitygw' ? startVersitygw() : startS3rver()
}

async function startS3rver(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-s3-'))
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const where = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', bucket]
  // The tokens of its lists are encrypted with DES.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, ...where])
  const [, address] = await printed(child, /listening on (\S+)/)
  return {
    endpoint: `http://${address}`,
    key: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    bucket,
    fileOf: (key) => join(folder, bucket, `${key}._S3rver_object`),
    stop: () => stop(child, folder)
  }
}

async function startVersitygw(): Promise<S3Server> {
  const program = findProgram(
    'versitygw',
    'it with "go install github.com/versity/versitygw/cmd/versitygw@latest"'
  )
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-s3-'))
  await Promise.all(
    ['metadata', join('data', bucket)].map((name) => mkdir(join(folder, name), { recursive: true }))
  )
  const key = { accessKeyId: 'purveyor', secretAccessKey: 'a secret of the tests' }
  const address = `127.0.0.1:${await freePort()}`
  const where = ['--port', address, 'posix', '--sidecar', join(folder, 'metadata'), join(folder, 'data')]
  const child = spawn(program, where, {
    env: { ...process.env, ROOT_ACCESS_KEY: key.accessKeyId, ROOT_SECRET_KEY: key.secretAccessKey }
  })
  await printed(child, /listening on/)
  const endpoint = `http://${address}`
  return {
    endpoint,
    key,
    bucket,
    fileOf: (name) => join(folder, 'data', bucket, name),
    stop: () => stop(child, folder)
  }
}

/** Returns a location in the bucket of the server that no other test uses. */
export function newPrefix({ endpoint, bucket }: S3Server): AssetBucket {
  return { endpoint, region: 'us-east-1', bucket, prefix: `${newId()}/` }
}

/** Waits until the program has printed text that matches. Fails if the program ends, or after 30 s. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) {
    const found = pattern.exec(output)
    if (found) return found
    assert.equal(child.exitCode, null, output)
  }
  throw new Error(`The S3 server did not start: ${output}`)
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  await rm(folder, { recursive: true, force: true })
}
