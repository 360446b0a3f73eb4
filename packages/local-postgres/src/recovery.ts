import * as fs from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './errors.ts'
import type { Location } from './location.ts'

const maxTailBytes = 256 * 1024

/**
 * Describes what a server that is starting does, as a part of a sentence, from what it has logged since `offset` and
 * from its files of WAL. If an earlier start is in that part of the log, ignores it.
 */
export function describeStart({ cluster, log }: Pick<Location, 'cluster' | 'log'>, offset: number): string {
  const text =
    readTail(log, offset)
      .split(/\bstarting PostgreSQL \d/)
      .at(-1) ?? ''
  const [step] = text.match(/redo (?:starts|in progress|done)|syncing data directory/g)?.slice(-1) ?? []
  if (step === undefined) return 'is starting'
  if (step.startsWith('syncing')) return 'is flushing its files to disk before recovery'
  if (step.endsWith('done')) return 'has replayed its write-ahead log and is writing the changes to disk'
  return `is replaying its write-ahead log${describeShare(cluster, text)}`
}

function describeShare(cluster: string, text: string): string {
  const from = lastPosition(text, /redo starts at ([0-9A-F]+\/[0-9A-F]+)/g)
  const end = findWalEnd(cluster)
  if (from === undefined || end === undefined) return ''
  const to = lastPosition(text, /current LSN: ([0-9A-F]+\/[0-9A-F]+)/g) ?? from
  return ` (${toMegabytes(to - from)} of at most ${toMegabytes(end - from)} MB)`
}

function toMegabytes(bytes: number): string {
  return Math.round(bytes / 1_000_000).toLocaleString('en-US')
}

/** Returns the last position in the log (LSN, such as `0/1A2B3C`) that matches, as a number of bytes. */
function lastPosition(text: string, form: RegExp): number | undefined {
  const [high, low] = [...text.matchAll(form)].at(-1)?.[1]?.split('/') ?? []
  return high && low ? Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) : undefined
}

/**
 * Returns the end of the last file of WAL that has been written to, in bytes. The folder also contains files for
 * later use, whose first page still has the address that the file had earlier.
 */
function findWalEnd(cluster: string): number | undefined {
  const folder = join(cluster, 'pg_wal')
  const ends = fs.readdirSync(folder).flatMap((name) => {
    const [, log, segment] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? []
    const header = log && segment && readHeader(join(folder, name))
    if (!header) return []
    const start = Number.parseInt(log, 16) * 2 ** 32 + Number.parseInt(segment, 16) * header.size
    return header.address === start ? [start + header.size] : []
  })
  return ends.length > 0 ? Math.max(...ends) : undefined
}

// The header of a page: 2 bytes of magic, 2 of flags, 4 of the timeline, and 8 of the address.
function readHeader(path: string): { address: number; size: number } | undefined {
  const { bytes, size } = readFrom(path, () => [0, 16])
  return bytes.length < 16 ? undefined : { address: Number(bytes.readBigUInt64LE(8)), size }
}

function readTail(path: string, offset: number): string {
  const { bytes } = readFrom(path, (size) => [Math.max(offset, size - maxTailBytes), maxTailBytes])
  return bytes.toString('utf8')
}

/** Reads a part of a file, whose position and maximum length `range` chooses. A missing file counts as empty. */
function readFrom(path: string, range: (size: number) => [number, number]): { bytes: Buffer; size: number } {
  let file: number | undefined
  try {
    file = fs.openSync(path, 'r')
    const { size } = fs.fstatSync(file)
    const [position, length] = range(size)
    const bytes = Buffer.alloc(length)
    return { bytes: bytes.subarray(0, fs.readSync(file, bytes, 0, length, position)), size }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { bytes: Buffer.alloc(0), size: 0 }
    throw error
  } finally {
    if (file !== undefined) fs.closeSync(file)
  }
}
