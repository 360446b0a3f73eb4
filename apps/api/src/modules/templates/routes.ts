import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Api, Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import { demoIds } from '../../examples/demo-ids.ts'
import { parameterFault } from '../../http/faults.ts'
import { StreamSlots } from '../../http/limits/stream-slots.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { sendStreamHead } from '../../http/send.ts'
import { vendorRead } from '../../http/server/access.ts'
import { isUuid } from '../../lib/ids.ts'
import { workbookResponse, workbookTypes } from '../bulk-items/workbook/workbook-types.ts'
import { openTemplate } from './open-template.ts'

/** The maximum numbers of templates that are sent at the same time, in this process and per vendor. */
const limits = { maxConcurrent: 8, maxPerVendor: 2 }
/** How long running templates may continue when the process stops. Shorter than the time limit of the whole shutdown. */
const graceMs = 7_000
/** The maximum number of categories of a template. */
const maxCategories = 50
/** A template with products may begin only when all categories in which they are have been found. */
const responseTimeoutMs = 60_000

const TemplateQuery = Type.Object(
  {
    categoryIds: Type.Optional(
      Type.String({
        maxLength: 4_096,
        description: `The ids of up to ${maxCategories} categories, separated by commas`,
        examples: [demoIds.categories.wrenches]
      })
    ),
    withProducts: Type.Optional(
      Type.Boolean({
        description:
          "True if the template contains the vendor's products in the categories and in those below them, or all " +
          'products without `categoryIds`. The default is false.'
      })
    )
  },
  { additionalProperties: false }
)
type TemplateQuery = Static<typeof TemplateQuery>

/** `/vendor/templates` (contract 4.21). */
export async function templateRoutes(api: Api, { sql }: Deps): Promise<void> {
  const slots = new StreamSlots('templates', limits)
  api.addHook('preClose', async () => slots.windDown(graceMs))

  api.get(
    '/vendor/templates',
    {
      config: { access: vendorRead, responseTimeoutMs },
      schema: {
        tags: [tags.bulk],
        operationId: 'getTemplate',
        summary: 'Download a spreadsheet template',
        description:
          'Returns an .xlsx workbook to fill in and send to bulk upload. The sheet `Products` has a column for each field ' +
          'and each attribute of the categories, with lists to choose from. `Allowed values` lists the values, and ' +
          '`Explanation` describes the columns. With `withProducts=true`, there is a row for each variant, at most 100,000, ' +
          'with the current values: edit them, and send the file back with `on_existing=update`. Stock and images are ' +
          'not filled in. A vendor can download 2 templates at the same time; further requests get 503.',
        querystring: TemplateQuery,
        response: workbookResponse('The template')
      }
    },
    async (request, reply) => {
      const { vendorId, query } = request
      const { withProducts = false } = query
      const categoryIds = readIds(query)
      const name = withProducts ? 'products' : 'template'
      const template = await slots.open(request, reply, (signal) =>
        openTemplate(sql, { vendorId, categoryIds, withProducts }, signal)
      )
      setHeaders(reply, name)
      if (request.method !== 'HEAD') return reply.send(template)
      template.destroy()
      return sendStreamHead(reply)
    }
  )
}

/** Returns the ids of the query in lower case, each once. Throws 400 if one isn't a UUID, or if there are too many. */
function readIds({ categoryIds = '' }: TemplateQuery): string[] {
  const listed = categoryIds.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim().toLowerCase()]))
  const ids = [...new Set(listed)]
  if (ids.length > maxCategories)
    throw invalid([parameterFault('categoryIds', 'TOO_MANY', `must have at most ${maxCategories} ids`)])
  if (ids.every(isUuid)) return ids
  throw invalid([parameterFault('categoryIds', 'INVALID_UUID', 'must be UUIDs separated by commas')])
}

function setHeaders(reply: FastifyReply, name: string): void {
  reply
    .type(workbookTypes.xlsx)
    .header('cache-control', 'no-store')
    .header(
      'content-disposition',
      `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.xlsx"`
    )
}
