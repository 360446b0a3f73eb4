import { refuseInfinite } from './body.ts'

/** An object that can be sent as one line of NDJSON. */
type Item = object

type Values<T extends Item> = Iterable<T> | AsyncIterable<T | Uint8Array> | ReadableStream<T | Uint8Array>

/**
 * What an upload reads: items, or NDJSON or a workbook as bytes (a stream, a file or a byte array). If the connection is
 * lost, an array, a set, a `Blob`, a byte array and a function are read again, and the upload is sent again;
 * a function must then return the same items. Any other source can be read only once.
 */
export type UploadSource<T extends Item = Item> =
  | Values<T>
  | Blob
  | Uint8Array
  | (() => Values<T> | Blob | Uint8Array | Promise<Values<T> | Blob | Uint8Array>)

/** True if the source can be read from its beginning more than once. */
export function isRepeatable(source: UploadSource): boolean {
  return (
    typeof source === 'function' ||
    Array.isArray(source) ||
    source instanceof Set ||
    source instanceof Blob ||
    source instanceof Uint8Array
  )
}

/** Reads a source from its beginning. Yields items and pieces of NDJSON. */
export async function* readSource(source: UploadSource): AsyncGenerator<unknown> {
  const values: unknown = typeof source === 'function' ? await source() : source
  if (values instanceof Uint8Array) yield values
  else if (values instanceof Blob) yield* readStream(values.stream())
  else if (values instanceof ReadableStream) yield* readStream(values)
  else if (isIterable(values)) yield* values
  else
    throw new TypeError(
      'The source of an upload must be items (an array or another iterable), a stream of NDJSON, a Blob, or a ' +
        'function that returns one of these.'
    )
}

// Safari's streams can't be iterated with `for await`.
async function* readStream(stream: ReadableStream<unknown>): AsyncGenerator<unknown> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function isIterable(values: unknown): values is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof values !== 'object' || values === null) return false
  return Symbol.asyncIterator in values || Symbol.iterator in values
}

/**
 * Returns an item as a line of NDJSON. Throws a `TypeError` that names the index of the item if JSON can't
 * express it.
 */
export function lineOf(item: unknown, index: number): string {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new TypeError(`Item ${index} of the upload is ${kindOf(item)}. Each item must be an object.`)
  let line: string | undefined
  try {
    line = JSON.stringify(item)
    // JSON.stringify writes NaN and Infinity as null. The second pass refuses them.
    if (line?.includes('null')) JSON.stringify(item, refuseInfinite)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`Item ${index} of the upload can't be written as JSON: ${reason}`, { cause: error })
  }
  if (!line?.startsWith('{'))
    throw new TypeError(`Item ${index} of the upload is not an object when it is written as JSON.`)
  return `${line}\n`
}

function kindOf(item: unknown): string {
  if (item === null || item === undefined) return String(item)
  return Array.isArray(item) ? 'an array' : `a ${typeof item}`
}
