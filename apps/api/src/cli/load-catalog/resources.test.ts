import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerOf } from '../../../test/answers.ts'
import { FatalError, RowError } from './errors.ts'
import { openApprovals } from './resources.ts'
import type { Session } from './session.ts'

/** An operator with a moderation queue of two products per page. Versions are the initial indexes. */
function operator(ids: string[]) {
  const queue = ids.map((id, version) => ({ product: { id }, version }))
  const reads: (string | null)[] = []
  const call: Session['call'] = async ({ path, body }) => {
    const url = new URL(path, 'http://queue')
    const approved = /^\/platform\/products\/(.+)\/approve$/.exec(url.pathname)?.[1]
    if (approved !== undefined) {
      const at = queue.findIndex(({ product }) => product.id === approved)
      if (JSON.stringify(body) !== JSON.stringify({ version: queue[at]?.version })) {
        return answerOf(412, { code: 'STALE_VERSION', detail: 'It has changed.' })
      }
      queue.splice(at, 1)
      return answerOf(200, { id: approved })
    }
    assert.equal(url.searchParams.get('vendorId'), 'v1')
    assert.equal(url.searchParams.get('kind'), 'PRODUCT')
    const after = url.searchParams.get('after')
    reads.push(after)
    const behind = queue.filter(({ version }) => after === null || version > Number(after))
    const entries = behind.slice(0, 2)
    const pageInfo = { hasNextPage: behind.length > 2, endCursor: String(entries.at(-1)?.version) }
    return answerOf(200, { entries, pageInfo })
  }
  return { queue, reads, session: { call } }
}

describe('approving from the queue', () => {
  test('finds the versions of the given products and reads no further', async () => {
    const { reads, session } = operator(['x', 'a', 'b', 'c', 'd', 'e'])
    const versions = await openApprovals(session, 'v1').findVersions(new Set(['a', 'b']))
    assert.deepEqual(
      [...versions],
      [
        ['a', 1],
        ['b', 2]
      ]
    )
    assert.deepEqual(reads, [null, '1'])
  })

  test('omits products that are not in the queue, and reads nothing for an empty set', async () => {
    const { reads, session } = operator(['a'])
    const approvals = openApprovals(session, 'v1')
    assert.deepEqual([...(await approvals.findVersions(new Set(['a', 'gone'])))], [['a', 0]])
    await approvals.findVersions(new Set())
    assert.deepEqual(reads, [null])
  })

  test('continues where the last search ended, and starts over only for missing products', async () => {
    const { reads, session } = operator(['a', 'b', 'c', 'd', 'e', 'f'])
    const approvals = openApprovals(session, 'v1')
    await approvals.findVersions(new Set(['d']))
    assert.deepEqual([...(await approvals.findVersions(new Set(['f'])))], [['f', 5]])
    assert.deepEqual(reads, [null, '1', '1', '3'])
    assert.deepEqual([...(await approvals.findVersions(new Set(['a'])))], [['a', 0]])
    assert.deepEqual(reads.slice(4), ['3', null])
  })

  test('approves the given version, and fails if the product has another version', async () => {
    const { queue, session } = operator(['a', 'b'])
    const approvals = openApprovals(session, 'v1')
    await approvals.approve('b', 1)
    assert.deepEqual(
      queue.map(({ product }) => product.id),
      ['a']
    )
    await assert.rejects(
      approvals.approve('a', 7),
      (error) =>
        error instanceof RowError && error.message === 'approving: 412 STALE_VERSION: It has changed.'
    )
  })

  test('ends the run if the queue cannot be read', async () => {
    const call = async () => answerOf(500, { code: 'INTERNAL_ERROR', detail: 'It was logged.' })
    const approvals = openApprovals({ call }, 'v1')
    await assert.rejects(
      approvals.findVersions(new Set(['a'])),
      (error) => error instanceof FatalError && /INTERNAL_ERROR/.test(error.message)
    )
  })
})
