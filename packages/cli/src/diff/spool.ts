import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const bufferBytes = 1024 * 1024

/**
 * Stores JSON values in a temporary file, so that a catalog of any size takes little memory: 8 bytes for each value.
 * Values are read by their index, the first of which is 0. Call `remove` at the end.
 */
export class Spool {
  private readonly folder: string
  private readonly file: FileHandle
  private readonly ends: number[] = []
  private readonly pieces: Buffer[] = []
  private waiting = 0
  private written = 0

  private constructor(folder: string, file: FileHandle) {
    this.folder = folder
    this.file = file
  }

  /** Creates the file in a new temporary folder that only this user can read. */
  static async create(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'purveyor-'))
    return new Spool(folder, await open(join(folder, 'values.ndjson'), 'wx+', 0o600))
  }

  get length(): number {
    return this.ends.length
  }

  /** Stores a value and returns its index. */
  async add(value: unknown): Promise<number> {
    const bytes = Buffer.from(JSON.stringify(value))
    this.pieces.push(bytes)
    this.waiting += bytes.length
    this.ends.push(this.written + this.waiting)
    if (this.waiting >= bufferBytes) await this.flush()
    return this.ends.length - 1
  }

  async read(index: number): Promise<unknown> {
    const end = this.ends[index]
    if (end === undefined) throw new RangeError(`There is no value ${index}.`)
    if (end > this.written) await this.flush()
    const start = index === 0 ? 0 : (this.ends[index - 1] ?? 0)
    const bytes = Buffer.alloc(end - start)
    await this.file.read(bytes, 0, bytes.length, start)
    return JSON.parse(bytes.toString())
  }

  async remove(): Promise<void> {
    await this.file.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.pieces)
    this.pieces.length = 0
    this.waiting = 0
    for (let start = 0; start < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, start, bytes.length - start, this.written)
      start += bytesWritten
      this.written += bytesWritten
    }
  }
}
