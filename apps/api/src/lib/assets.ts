/**
 * The public URL of a stored file (specification 1): `{origin}/assets/{path}`. A value that is an http(s) URL
 * itself is answered unchanged, none as null. `origin` has no slash at its end.
 */
export function assetUrl(origin: string, path: string | null): string | null {
  if (path === null || /^https?:\/\//i.test(path)) return path
  return `${origin}/assets/${path}`
}
