import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SitePage, SitePart } from './page.ts'

/** A group of pages in the navigation. `pages` are paths below `/docs/`. */
export type Group = { title: string; pages: string[] }
/** A part of the site with its groups of pages. */
export type Part = { audience: SitePart; title: string; description: string; groups: Group[] }

/**
 * Reads `docs/navigation.json`. Skips pages that don't exist, so that one wrong entry doesn't break the site; a
 * test fails instead.
 */
export async function readNavigation(root: string, pages: readonly SitePage[]): Promise<Part[]> {
  const parts = JSON.parse(await readFile(join(root, 'docs/navigation.json'), 'utf8')) as Part[]
  const existing = new Set(pages.map(({ path }) => path))
  return parts.map((part) => ({
    ...part,
    groups: part.groups.map((group) => ({
      ...group,
      pages: group.pages.filter((path) => existing.has(path))
    }))
  }))
}

function pathsOf(parts: readonly Part[]): string[] {
  return parts.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages))
}

/** Returns the part of the site to which a page belongs. */
export function partOf(parts: readonly Part[], path: string): Part | undefined {
  return parts.find(({ groups }) => groups.some(({ pages }) => pages.includes(path)))
}

/** Returns the paths of the pages before and after a page in its part of the site. */
export function neighboursOf(
  part: Part,
  path: string
): { previous: string | undefined; next: string | undefined } {
  const paths = pathsOf([part])
  const index = paths.indexOf(path)
  return { previous: paths[index - 1], next: paths[index + 1] }
}
