/** Returns a random key. Pages that browsers have loaded over plain HTTP have no `crypto.randomUUID`. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(5)).join('-')
}
