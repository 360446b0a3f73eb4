const maxNames = 5000

let names = new Map<string, string>()
let last = 0

/**
 * Returns the name of the prepared statement with this text. Sessions prepare a statement when they first
 * execute it. A name is never used for two texts. A text can get a new name, because at most 5,000 are
 * remembered.
 */
export function nameOf(text: string): string {
  const cached = names.get(text)
  if (cached !== undefined) return cached
  if (names.size >= maxNames) forgetNames()
  const name = `s${++last}`
  names.set(text, name)
  return name
}

/** Gives all texts new names, so that sessions prepare them again. */
export function forgetNames(): void {
  names = new Map()
}

/**
 * Returns the query with a new name, and gives all texts new names. Use it if a session can't execute the
 * prepared statement any more, because the schema has changed: the other statements and sessions are affected
 * too.
 */
export function renamed<Q extends { text: string; name?: string }>(query: Q): Q {
  forgetNames()
  return query.name === undefined ? query : { ...query, name: nameOf(query.text) }
}
