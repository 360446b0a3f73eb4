// The client's table of operations. It contains only text, so it needs nothing else of the client.
import { operations } from '../../../../../packages/client/src/generated/operations.ts'
import type { Operation } from './document.ts'

/** The table: lines such as `POST /vendor/products/:id/images form=file key` by method, in nested groups. */
type Table = { readonly [name: string]: string | Table }

const methods = new Map(readTable(operations, []))

function readTable(table: Table, groups: readonly string[]): [string, string][] {
  return Object.entries(table).flatMap(([name, entry]) => {
    const path = [...groups, name]
    if (typeof entry !== 'string') return readTable(entry, path)
    const [method, url] = entry.split(' ')
    return [[`${method} ${url}`, path.join('.')] as [string, string]]
  })
}

/**
 * Returns the method of the client that calls an operation, such as `products.addImage`, or undefined if the
 * client has none.
 */
export function clientMethodOf({ method, path }: Operation): string | undefined {
  const url = path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1')
  return methods.get(`${method} ${url}`)
}
