import { buffer } from 'node:stream/consumers'
import type { PrintedDocument } from '@purveyor/pdf-text'
import type { FastifyReply } from 'fastify'
import { parseStoragePath } from '../assets/storage-path.ts'
import type { Api, Deps } from '../deps.ts'
import { createPrinting, type Printing } from '../pdf/printing.ts'

/** What a route that answers with a PDF says in the OpenAPI document. */
export const pdfResponse = {
  200: {
    description: 'The document',
    headers: { 'Content-Disposition': { type: 'string', description: 'An attachment, with a file name' } },
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
  }
}

/** The content of a document, given the logo to print; the file's name, its extension left out. */
type Printable = {
  logo: string | null
  name: string
  document: (logo: Uint8Array | null) => PrintedDocument
}

const printings = new WeakMap<Deps, Printing>()

/** Returns the function that answers with a PDF, to be saved. All routes of an application share one thread. */
export function pdfSender(api: Api) {
  const { deps } = api
  const printing = printings.get(deps) ?? createPrinting()
  if (!printings.has(deps)) api.addHook('onClose', () => printing.close())
  printings.set(deps, printing)

  return async (reply: FastifyReply, { logo, name, document }: Printable): Promise<FastifyReply> => {
    const pdf = await printing.print(document(await readLogo(deps, logo)))
    const file = `${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.pdf`
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${file}"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  }
}

/**
 * A stored logo as it is printed, or null: without one, when its file is missing or damaged, or when it cannot be
 * decoded at the moment. A document is worth more than its logo.
 */
async function readLogo({ assets, images }: Deps, path: string | null): Promise<Uint8Array | null> {
  if (path === null || !parseStoragePath(path)) return null
  try {
    const file = await assets.read(path)
    return file ? ((await images.print(await buffer(file))) ?? null) : null
  } catch {
    return null
  }
}
