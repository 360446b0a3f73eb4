import { Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import { ProblemDetails, tags } from '../../http/openapi/openapi.ts'
import { named, nullable, oneOf, ref } from '../../http/schema.ts'
import { release } from '../../lib/release.ts'
import { createReadiness } from './readiness.ts'

const Status = Type.Object({ status: Type.Literal('ok') }, { description: 'The check succeeded' })

const Readiness = Type.Object(
  {
    status: Type.Literal('ok'),
    mailServer: Type.Optional(
      oneOf(['UP', 'DOWN'], {
        description:
          'Whether the mail server could be reached when this process has used it last. Omitted if the process sends ' +
          'no mails. While it is DOWN, mails wait; the process is ready all the same.'
      })
    )
  },
  { description: 'The check succeeded' }
)

const Version = named(
  'Version',
  Type.Object({
    version: Type.String({ description: 'The release', examples: ['0.1.0'] }),
    commit: nullable(
      Type.String({
        description: 'The commit of the source, or null if it is unknown',
        examples: ['3b82e68c0d5c1b7a4f2d9be1a7a0c5d3f8e6b1a2']
      })
    ),
    schemaVersion: Type.Integer({
      description:
        'The number of the last migration of this release. The database has this migration, and can have later ' +
        'ones of a newer release.',
      examples: [18]
    })
  }),
  'The release that a process runs'
)

type HealthDeps = Pick<Deps, 'lookupPool'> & {
  commit?: string | null | undefined
  isReplaced?: (() => boolean) | undefined
  isMailServerUp?: (() => boolean) | undefined
}

/**
 * `/livez`: the process is running. `/readyz`: the process can do its work, which requires that the database
 * responds and that the process isn't stopping, unless other processes of the node replace it. `/version`: the release that the process runs.
 */
export async function healthRoutes(
  api: Api,
  { lookupPool, commit = null, isReplaced = () => false, isMailServerUp }: HealthDeps
): Promise<void> {
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
          "Returns 503 while the database doesn't respond, and while the process is stopping. The result is at " +
          'most one second old, and the check never waits for other database statements.',
        response: {
          200: Readiness,
          503: {
            description: "The database doesn't respond, or the process is stopping",
            content: { 'application/problem+json': { schema: ref(ProblemDetails) } }
          }
        }
      }
    },
    async () => {
      if (api.isStopping() && !isReplaced()) throw unavailable('The process is stopping.')
      if (!(await isReady())) throw unavailable("The database doesn't respond.")
      const mailServer = isMailServerUp && (isMailServerUp() ? ('UP' as const) : ('DOWN' as const))
      return { status: 'ok' as const, ...(mailServer && { mailServer }) }
    }
  )

  api.get(
    '/version',
    {
      logLevel: 'warn',
      schema: {
        tags: [tags.health],
        operationId: 'getVersion',
        summary: 'Read which release is running',
        description: 'During a rolling upgrade, processes can return different releases.',
        response: { 200: ref(Version) }
      }
    },
    async () => ({ version: release.version, commit, schemaVersion: release.schemaVersion })
  )
}
