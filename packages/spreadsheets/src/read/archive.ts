import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { broken, encrypted, SpreadsheetError, tooMany } from '../errors.ts'
import { type Limits, RATIO_APPLIES_FROM } from '../limits.ts'

const MAX_ENTRIES = 20_000
/** The size of the fixed part of the header before the data of an entry. */
const LOCAL_HEADER = 30

/** A zip file on disk, whose parts are decompressed one at a time, with limits. */
export class Archive {
  private readonly zip: ZipFile
  private readonly entries: Map<string, Entry>
  private readonly limits: Limits
  /** The size of each part that was read, so that a part that is read twice counts once. */
  private readonly sizes = new Map<string, number>()

  private constructor(zip: ZipFile, entries: Map<string, Entry>, limits: Limits) {
    this.zip = zip
    this.entries = entries
    this.limits = limits
  }

  /** Opens the file. Throws a `SpreadsheetError` if it isn't a sound zip file. */
  static async open(path: string, limits: Limits): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false }).catch(rethrow)
    try {
      return new Archive(zip, await readEntries(zip), limits)
    } catch (error) {
      zip.close()
      throw error
    }
  }

  close(): void {
    this.zip.close()
  }

  /** True if there is a part with this name. As in Office, upper and lower case are the same. */
  has(name: string): boolean {
    return this.entries.has(name.toLowerCase())
  }

  /** The names of all parts, in lower case. */
  names(): string[] {
    return [...this.entries.keys()]
  }

  /**
   * Decompresses a part. Throws at its end if its checksum is wrong, and earlier if it exceeds a limit. The part must
   * exist.
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase())
    if (!entry) throw broken(`The part ${shortName(name)} is missing.`)
    const others = this.sizeWithout(name.toLowerCase())
    let size = 0
    let checksum = 0
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) {
        size += chunk.length
        this.checkSize(entry, size, others)
        checksum = crc32(chunk, checksum)
        yield chunk
      }
    } catch (error) {
      rethrow(error)
    }
    if (size !== entry.uncompressedSize || checksum !== entry.crc32)
      throw broken(`The part ${shortName(name)} has a wrong checksum.`)
    this.sizes.set(name.toLowerCase(), size)
  }

  private sizeWithout(name: string): number {
    let total = 0
    for (const [other, size] of this.sizes) if (other !== name) total += size
    return total
  }

  private checkSize(entry: Entry, size: number, others: number): void {
    const { partBytes, totalBytes, ratio } = this.limits
    const isBomb = size > RATIO_APPLIES_FROM && size > entry.compressedSize * ratio
    if (size <= partBytes && size + others <= totalBytes && !isBomb) return
    throw new SpreadsheetError(
      'TOO_LARGE',
      'The workbook is too large when it is decompressed. Delete unused rows, columns and sheets, or send the rows in ' +
        'several files.'
    )
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw tooMany('TOO_LARGE', MAX_ENTRIES, 'pictures and other objects')
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw encrypted()
      const name = entry.fileName.toLowerCase()
      if (entries.has(name)) throw broken(`The part ${shortName(name)} occurs twice.`)
      entries.set(name, entry)
    }
  } catch (error) {
    rethrow(error)
  }
  checkOverlaps([...entries.values()])
  return entries
}

/** Entries that share their data would be counted once on disk, but decompressed many times. */
function checkOverlaps(entries: Entry[]): void {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of sorted) {
    const start = entry.relativeOffsetOfLocalHeader
    if (start < end) throw broken('Its parts overlap.')
    end = start + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize
  }
}

/** Throws errors of the file system as they are, and others, which are caused by the content, as a damaged file. */
function rethrow(error: unknown): never {
  if (error instanceof SpreadsheetError) throw error
  if (error instanceof Error && 'syscall' in error) throw error
  throw broken('It is not a complete zip file.')
}

function shortName(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}
