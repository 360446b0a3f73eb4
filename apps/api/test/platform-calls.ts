import assert from 'node:assert/strict'
import { newId } from '../src/lib/ids.ts'
import type { TestAnswer, TestApp } from './app.ts'

/**
 * The test application, and the access tokens of two platform users: `operator` can write, `viewer` can only
 * read.
 */
export type Platform = { t: TestApp; operator: string; viewer: string }

/** Creates two platform users, with the roles EDITOR and VIEWER. New vendors have a commission of 0 unless they name one. */
export async function platform(t: TestApp): Promise<Platform> {
  await t.sql`update settings set default_commission_percent = 0`
  return { t, operator: await t.operator('EDITOR'), viewer: await t.operator('VIEWER') }
}

/**
 * Returns helpers that call the operator's endpoints for one kind of resource; `path` is, for example,
 * `/platform/vendors`. A helper acts as one of the users that `now` returns when the helper is called.
 */
export function platformCalls(path: string, now: () => Platform) {
  type Body = Record<string, unknown>
  const write = (request: string, options: object): Promise<TestAnswer> =>
    now().t.call(request, { as: now().operator, ...options })
  const create = (body: unknown) => write(`POST ${path}`, { body })
  return {
    create,
    list: (query = '') => now().t.call(`GET ${path}${query}`, { as: now().viewer }),
    read: (id: string) => now().t.call(`GET ${path}/${id}`, { as: now().viewer }),
    update: (id: string, body: unknown, headers = {}) => write(`PATCH ${path}/${id}`, { body, headers }),
    remove: (id: string, headers = {}) => write(`DELETE ${path}/${id}`, { headers }),
    /** Creates a resource with a unique name and returns its id. */
    async made(body: Body = {}): Promise<string> {
      const answer = await create({ name: `Name ${newId()}`, ...body })
      assert.equal(answer.status, 200, answer.text)
      return answer.body.id
    }
  }
}
