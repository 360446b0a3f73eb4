import { recordOf } from '../../lib/shape.ts'
import { refusalReasons } from './answers.ts'
import { createOnce } from './create-once.ts'
import { readPages } from './pages.ts'
import type { Session } from './session.ts'
import { Refusal, Stop } from './stop.ts'

export type Approvals = {
  /** The versions that the queue shows of these products; those that are not in it are left out. */
  findVersions(ids: ReadonlySet<string>): Promise<Map<string, number>>
  /** Approves the version that the queue showed. Throws a Refusal where the service does not. */
  approve(id: string, version: number): Promise<void>
}

const queue = '/platform/moderation'

/**
 * Approves a vendor's new products as the operator. The queue is oldest first and what is approved leaves it, so
 * each walk begins at the page where the last one ended, and from the start only for what it does not find there.
 */
export function openApprovals(operator: Session, vendorId: string): Approvals {
  let place: string | undefined

  async function walk(
    wanted: ReadonlySet<string>,
    found: Map<string, number>,
    from: string | undefined
  ): Promise<void> {
    const filters = { vendorId, kind: 'PRODUCT' }
    for await (const { entries, after } of readPages(operator, {
      path: queue,
      list: 'entries',
      filters,
      after: from
    })) {
      for (const { product, version } of entries) {
        const { id } = recordOf(product)
        if (typeof id !== 'string' || typeof version !== 'number' || !wanted.has(id)) continue
        found.set(id, version)
        place = after
      }
      if (found.size === wanted.size) return
    }
  }

  return {
    async findVersions(ids) {
      const found = new Map<string, number>()
      if (ids.size === 0) return found
      const from = place
      try {
        await walk(ids, found, from)
        if (found.size < ids.size && from !== undefined) await walk(ids, found, undefined)
      } catch (error) {
        if (error instanceof Refusal) throw new Stop(`Nothing can be approved: ${error.message}.`)
        throw error
      }
      return found
    },
    async approve(id, version) {
      const { answer } = await createOnce(operator, {
        path: `/platform/products/${id}/approve`,
        body: { version },
        findAgain: async () => true
      })
      if (answer.status !== 200)
        throw new Refusal(refusalReasons(answer).map((reason) => `approving: ${reason}`))
    }
  }
}
