import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { ProblemDetails, tags } from '../../http/openapi.ts'
import { unavailable } from '../../http/problem.ts'
import { ref } from '../../http/schema.ts'
import { createReadiness } from './readiness.ts'

const Status = Type.Object({ status: Type.Literal('ok') })

/** `/livez`: the process answers. `/readyz`: it can serve, so the database answers too. */
export async function healthRoutes(api: Api, { lookupPool }: Deps): Promise<void> {
  const isReady = createReadiness(lookupPool)

  api.get(
    '/livez',
    {
      logLevel: 'warn',
      schema: {
        tags: [tags.health],
        operationId: 'getLiveness',
        summary: 'Whether the process is alive',
        description: 'Says nothing of the database: a process that answers here need not be restarted.',
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
        summary: 'Whether the service can serve',
        description:
          '503 while the database does not answer. The answer is at most a second old, and does not wait behind other requests to the database.',
        response: {
          200: Status,
          503: {
            description: 'The database does not answer',
            content: { 'application/problem+json': { schema: ref(ProblemDetails) } }
          }
        }
      }
    },
    async () => {
      if (!(await isReady())) throw unavailable('The database does not answer.')
      return { status: 'ok' as const }
    }
  )
}
