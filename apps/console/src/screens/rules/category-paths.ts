type Node = { id: string; name: string; children: Node[] }

/** Returns the path of each category of a tree: its name after the names of all categories above it. */
export function categoryPaths(categories: readonly Node[]): Map<string, string[]> {
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
