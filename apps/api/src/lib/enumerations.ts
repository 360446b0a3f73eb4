/** A named list of values, which is a component of the OpenAPI document. */
export type Enumeration = { name: string; description: string; values: readonly string[] }

/** The named enumerations by their list of values. */
export const enumerations = new Map<readonly string[], Enumeration>()

/**
 * Gives a list of values a name, and returns the list. Schemas that `oneOf` makes of this list refer to a
 * component with this name in the OpenAPI document. Enumerations that several schemas use must have a name,
 * because generated clients otherwise contain the same values as several types.
 */
export function enumeration<const T extends readonly string[]>(
  name: string,
  values: T,
  description: string
): T {
  const isTaken = [...enumerations.values()].some((enumeration) => enumeration.name === name)
  if (isTaken) throw new Error(`An enumeration with the name ${name} already exists.`)
  enumerations.set(values, { name, description, values })
  return values
}
