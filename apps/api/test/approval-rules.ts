import assert from 'node:assert/strict'
import type { TestAnswer, TestApp } from './app.ts'

/** A request body of an inactive approval rule that approves everything. */
export const anyRule = { name: 'Everything', isActive: false, when: {}, then: 'APPROVE' }

/**
 * Returns helpers that call `/platform/approval-rules`. `now` returns the test application and the access token
 * of the operator who calls it.
 */
export function ruleCalls(now: () => { t: TestApp; operator: string }) {
  const path = '/platform/approval-rules'
  const call = (request: string, options: object = {}): Promise<TestAnswer> =>
    now().t.call(request, { as: now().operator, ...options })
  const create = (body: object = {}) => call(`POST ${path}`, { body: { ...anyRule, ...body } })
  const list = () => call(`GET ${path}`)
  return {
    create,
    list,
    read: (id: string) => call(`GET ${path}/${id}`),
    update: (id: string, body: unknown, headers = {}) => call(`PATCH ${path}/${id}`, { body, headers }),
    remove: (id: string, headers = {}) => call(`DELETE ${path}/${id}`, { headers }),
    order: (ids: unknown, headers = {}) => call(`PUT ${path}/order`, { body: { ids }, headers }),
    preview: (rules: unknown) => call(`POST ${path}/preview`, { body: { rules } }),
    apply: () => call(`POST ${path}/apply`),
    /** Creates a rule and returns its id. */
    async made(body: object = {}): Promise<string> {
      const answer = await create(body)
      assert.equal(answer.status, 201, answer.text)
      return answer.body.id
    },
    async ids(): Promise<string[]> {
      return (await list()).body.rules.map(({ id }: { id: string }) => id)
    }
  }
}
