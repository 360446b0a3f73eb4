import { namesText, parseNames } from '../../../../../packages/client/generate/names.ts'

/** The methods of the TypeScript client by operation id, such as `products.addImage` for `addProductImage`. */
const methods = new Map(
  parseNames(namesText())
    .filter(({ group }) => group !== 'none')
    .map(({ group, name, operationId }) => [operationId, `${group}.${name}`])
)

/** Returns the method of the client that calls an operation, or undefined if the client has none. */
export function clientMethodOf(operationId: string): string | undefined {
  return methods.get(operationId)
}
