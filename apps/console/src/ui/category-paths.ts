type Node = { id: string; name: string; children: Node[] }

/** The paths of categories by id, in the order of the tree: the name of each after those of all above it. */
export type CategoryPaths = ReadonlyMap<string, string[]>

/** Returns the path of each category of a tree. */
export function categoryPaths(categories: readonly Node[]): CategoryPaths {
  const paths = new Map<string, string[]>()
  const add = (nodes: readonly Node[], above: string[]) => {
    for (const { id, name, children } of nodes) {
      const path = [...above, name]
      paths.set(id, path)
      add(children, path)
    }
  }
  add(categories, [])
  return paths
}

/** Returns a path as text, such as `Tools › Saws`. */
export function pathText(path: readonly string[]): string {
  return path.join(' › ')
}
