import type { FastifyReply } from 'fastify'

/** What a route that answers with a PDF says in the OpenAPI document. */
export const pdfResponse = {
  200: {
    description: 'The document',
    headers: { 'Content-Disposition': { type: 'string', description: 'An attachment, with a file name' } },
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
  }
}

/** Sends a document to be saved under a name, its extension left out. */
export function sendPdf(reply: FastifyReply, { name, pdf }: { name: string; pdf: Buffer }): FastifyReply {
  const file = `${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.pdf`
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${file}"`)
    .header('cache-control', 'private, no-store')
    .send(pdf)
}
