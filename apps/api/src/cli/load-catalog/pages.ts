import { listOf, recordOf } from '../../lib/shape.ts'
import { refusalReasons } from './answers.ts'
import type { Session } from './session.ts'
import { Refusal } from './stop.ts'

export type Entries = Record<string, unknown>[]

/** A list by pages of 100, each with the cursor that it was read after. */
export async function* readPages(
  session: Session,
  {
    path,
    list,
    filters,
    after
  }: { path: string; list: string; filters: Record<string, string>; after?: string }
): AsyncGenerator<{ entries: Entries; after: string | undefined }> {
  for (let cursor = after; ; ) {
    const query = new URLSearchParams({
      first: '100',
      ...filters,
      ...(cursor !== undefined && { after: cursor })
    })
    const answer = await session.call({ method: 'GET', path: `${path}?${query}` })
    if (answer.status !== 200)
      throw new Refusal(refusalReasons(answer).map((reason) => `reading ${path}: ${reason}`))
    yield { entries: listOf(answer.body[list]).map(recordOf), after: cursor }
    const { hasNextPage, endCursor } = recordOf(answer.body.pageInfo)
    if (hasNextPage !== true || typeof endCursor !== 'string') return
    cursor = endCursor
  }
}
