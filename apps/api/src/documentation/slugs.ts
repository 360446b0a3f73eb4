/**
 * Returns the anchor of a heading, as renderers of Markdown make it: in lower case, without punctuation, with
 * hyphens instead of spaces.
 */
export function anchorOfHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns a function that returns the anchor of a heading and adds `-1`, `-2` and so on to repeated ones. */
export function uniqueSlugs(): (heading: string) => string {
  const counts = new Map<string, number>()
  return (heading) => {
    const slug = anchorOfHeading(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
