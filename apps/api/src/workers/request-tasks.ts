import { hash } from 'node:crypto'
import { checkJsonBody, type JsonFault } from '@purveyor/json-stream'
import { type CleanHtml, cleanHtml } from '../lib/html.ts'

// The program of the threads in `request-threads.ts`. Each exported function is a task.

/**
 * Checks a JSON body and hashes its bytes. Returns the text of the body, or an empty text if there are
 * faults. The caller parses the text in its own thread, because this takes less time than cloning a parsed
 * object from one thread to another.
 */
export function checkBody({ bytes, maxFaults }: { bytes: Uint8Array; maxFaults: number }): {
  text: string
  faults: JsonFault[]
  sha256: Uint8Array
} {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { text, faults } = checkJsonBody(raw, maxFaults)
  return { text: faults.length > 0 ? '' : text, faults, sha256: hash('sha256', raw, 'buffer') }
}

/** Checks and sanitises HTML. */
export function sanitize(text: string): CleanHtml {
  return cleanHtml(text)
}
