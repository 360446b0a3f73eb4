import { listOf, recordOf } from '../../lib/shape.ts'
import { type Answer, refusalReasons } from './answers.ts'
import { createOnce } from './create-once.ts'
import type { Session } from './session.ts'
import { Refusal, Stop } from './stop.ts'

export type Categories = {
  /** The id of the category at the end of the path, made where it is missing; null for an empty path. */
  leafOf(path: string[]): Promise<string | null>
  /** How many were made. */
  made(): number
}

const path = '/platform/categories'

/** The category tree by its names: each category is made once, however many calls for it overlap. */
export async function openCategories(operator: Session): Promise<Categories> {
  const known = new Map<string, Promise<string>>()
  let made = 0
  for (const { names, id } of await readTree(operator)) {
    const key = JSON.stringify(names)
    if (!known.has(key)) known.set(key, Promise.resolve(id))
  }

  async function leafOf(names: string[]): Promise<string | null> {
    if (names.length === 0) return null
    const key = JSON.stringify(names)
    const found = known.get(key) ?? make(names)
    known.set(key, found)
    return found
  }

  async function make(names: string[]): Promise<string> {
    const parentId = await leafOf(names.slice(0, -1))
    const { answer, earlier } = await createOnce(operator, {
      path,
      body: { name: names.at(-1), parentId },
      findAgain: async ({ body }) =>
        (await readTree(operator)).find((node) => isSame(node, body.id, names))?.id
    })
    if (earlier) return earlier
    const { id } = answer.body
    if (answer.status >= 400 || typeof id !== 'string') {
      throw new Refusal(refusalReasons(answer).map((reason) => `category ${names.join(' > ')}: ${reason}`))
    }
    made++
    return id
  }

  return { leafOf, made: () => made }
}

type Node = { id: string; names: string[] }

async function readTree(operator: Session): Promise<Node[]> {
  const answer: Answer = await operator.call({ method: 'GET', path })
  if (answer.status !== 200)
    throw new Stop(`The categories cannot be read: ${refusalReasons(answer).join('; ')}`)
  return nodesOf(answer.body.categories, [])
}

/** Whether it still is what it was made as: it may have been renamed or moved since. */
function isSame(node: Node, id: unknown, names: string[]): boolean {
  return (
    node.id === id && node.names.length === names.length && node.names.every((name, at) => name === names[at])
  )
}

function nodesOf(categories: unknown, above: string[]): Node[] {
  return listOf(categories)
    .map(recordOf)
    .flatMap(({ id, name, children }) => {
      const names = [...above, String(name)]
      return [{ id: String(id), names }, ...nodesOf(children, names)]
    })
}
