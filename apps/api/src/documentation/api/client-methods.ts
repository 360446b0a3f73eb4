// The table of the client's generator. It contains only text, so it needs nothing of the client.
import { names } from '../../../../../packages/client/generate/names.ts'

/** The methods of the TypeScript client by operation id, such as `products.addImage` for `addProductImage`. */
const methods = new Map(
  Object.entries(names).flatMap(([group, list]) =>
    list.split(/\s+/).map((entry) => {
      const [method = '', operationId = method] = entry.split('=')
      return [operationId, `${group}.${method}`] as const
    })
  )
)

/** Returns the method of the client that calls an operation, or undefined if the client has none. */
export function clientMethodOf(operationId: string): string | undefined {
  return methods.get(operationId)
}
