/** Returns a name, or what is shown instead: if what it names doesn't exist (null), and while it is being read. */
export function nameOr(
  name: string | null | undefined,
  instead: { deleted: string; loading: string }
): string {
  return name === null ? instead.deleted : (name ?? instead.loading)
}
