/** A value of the form, with its key. `isFree` marks one that the person has added without a definition. */
export type Attribute = { name: string; value: unknown; isFree?: true }

/** Returns the entries of a map of attributes. */
export function attributeList(map: Record<string, unknown> | null | undefined): Attribute[] {
  return Object.entries(map ?? {}).map(([name, value]) => ({ name, value }))
}

/** Returns a map of attributes as the API takes it. */
export function attributeMap(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.flatMap(({ name, value }) => (name.trim() ? [[name.trim(), value]] : []))
  )
}

/** Returns the value of a defined attribute. */
export function attributeValue(attributes: readonly Attribute[], code: string): unknown {
  return attributes.find(({ name, isFree }) => name === code && !isFree)?.value
}

/** Returns the attributes with another value of a defined one. `undefined` removes it. */
export function withValue(attributes: readonly Attribute[], code: string, value: unknown): Attribute[] {
  const index = attributes.findIndex(({ name, isFree }) => name === code && !isFree)
  if (value === undefined) return attributes.filter((_, other) => other !== index)
  return index < 0 ? [...attributes, { name: code, value }] : attributes.with(index, { name: code, value })
}
