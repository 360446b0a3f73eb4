import { Problem } from '../../errors.ts'

/** The first bytes of all gzip data (RFC 1952). No JSON text begins with them. */
const gzipMark: readonly number[] = [0x1f, 0x8b]

/** True if the bytes begin like gzip data. */
export function isGzip(bytes: Uint8Array): boolean {
  return gzipMark.every((byte, index) => bytes[index] === byte)
}

/** Returns the 415 for a body that is gzip data although no `Content-Encoding` says so (contract 7). */
export function gzipNotDeclared(advice: string): Problem {
  return new Problem('GZIP_NOT_DECLARED', { detail: `The body is compressed with gzip. ${advice}` })
}
