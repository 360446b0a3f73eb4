/** What fetch accepts as a body. */
export type BodySource = NonNullable<RequestInit['body']>

/** The body of a request: how often it can be sent, and what each attempt sends. */
export interface RequestBody {
  contentType: string | undefined
  /** The size in bytes, as far as it is known. Streams are watched instead, so theirs is 0. */
  size: number
  /** False for a stream, which can be read only once. */
  isRepeatable: boolean
  open(): BodySource | Promise<BodySource>
}

/** Prepares the body of a request: bytes, forms and streams as they are, anything else as JSON. */
export function requestBody(body: unknown): RequestBody | undefined {
  if (body === undefined) return undefined
  if (typeof body === 'function')
    return { ...sentUnchanged(undefined), open: body as () => BodySource | Promise<BodySource> }
  if (body instanceof ReadableStream)
    return { ...sentUnchanged(undefined), isRepeatable: false, open: () => body }
  if (isBody(body)) return { ...sentUnchanged(body), open: () => body }
  const text = JSON.stringify(body, refuseInfinite)
  return { contentType: 'application/json', size: text.length, isRepeatable: true, open: () => text }
}

/** A replacer of JSON.stringify, which would write NaN and Infinity as null, and so delete a value. */
export function refuseInfinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`"${key}" is ${value}`)
  return value
}

function sentUnchanged(body: unknown): Omit<RequestBody, 'open'> {
  return { contentType: undefined, size: sizeOf(body), isRepeatable: true }
}

function isBody(body: unknown): body is BodySource {
  return (
    [Blob, FormData, URLSearchParams, ArrayBuffer].some((type) => body instanceof type) ||
    ArrayBuffer.isView(body)
  )
}

function sizeOf(body: unknown): number {
  if (body instanceof Blob) return body.size
  if (body instanceof FormData) return [...body.values()].reduce((sum, part) => sum + sizeOf(part), 0)
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : 0
}

/** Returns a form with the fields of an object. `fileField` holds a file or a list of files. */
export function formOf(fields: Record<string, unknown>, fileField: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (name === fileField) for (const file of [value].flat()) form.append(name, file as Blob)
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}
