import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { ProblemDetails, tags } from '../../http/openapi.ts'
import { unavailable } from '../../http/problem.ts'
import { ref } from '../../http/schema.ts'
import { createReadiness } from './readiness.ts'

const Status = Type.Object({ status: Type.Literal('ok') }, { description: 'The check succeeded' })

/**
 * `/livez`: the process is running. `/readyz`: the service can handle requests, which requires that the
 * database responds.
 */
export async function healthRoutes(api: Api, { lookupPool }: Deps): Promise<void> {
  const isReady = createReadiness(lookupPool)

  api.get(
    '/livez',
    {
      logLevel: 'warn',
      schema: {
        tags: [tags.health],
        operationId: 'getLiveness',
        summary: 'Check that the process is alive',
        description: "Doesn't check the database. If this endpoint responds, a restart is not needed.",
        response: { 200: Status }
      }
    },
    async () => ({ status: 'ok' as const })
  )

  api.get(
    '/readyz',
    {
      logLevel: 'warn',
      schema: {
        tags: [tags.health],
        operationId: 'getReadiness',
        summary: 'Check that the service can handle requests',
        description:
          "Returns 503 while the database doesn't respond. The result is at most one second old, and the check " +
          'never waits for other database statements.',
        response: {
          200: Status,
          503: {
            description: "The database doesn't respond",
            content: { 'application/problem+json': { schema: ref(ProblemDetails) } }
          }
        }
      }
    },
    async () => {
      if (!(await isReady())) throw unavailable("The database doesn't respond.")
      return { status: 'ok' as const }
    }
  )
}
