const etags = new WeakMap<object, string>()

/** Returns the ETag of an object that was read, or undefined. A copy of the object has none. */
export function etagOf(object: object): string | undefined {
  return etags.get(object)
}

/** Remembers the ETag with which an object was read. */
export function rememberEtag(value: unknown, etag: string | null): void {
  if (etag && typeof value === 'object' && value !== null) etags.set(value, etag)
}
