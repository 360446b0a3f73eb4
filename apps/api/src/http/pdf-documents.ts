import { buffer } from 'node:stream/consumers'
import type { PrintedDocument, PrintedFile } from '@purveyor/pdf-text'
import type { FastifyReply } from 'fastify'
import { parseStoragePath } from '../assets/storage-path.ts'
import type { Api, Deps } from '../deps.ts'
import { createPrinting, type Printing } from '../pdf/printing.ts'

/** The response schema of a route that returns a PDF, for the OpenAPI document. */
export const pdfResponse = {
  200: {
    description: 'The PDF document',
    headers: {
      'Content-Disposition': { type: 'string', description: 'attachment, with the file name of the document' }
    },
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
  }
}

type Printable = {
  /** The storage path of the logo, or null. */
  logo: string | null
  /** The name of the file without its extension. */
  name: string
  /** Returns the document, or several documents for one file. Receives the bytes of the logo, or null. */
  document: (logo: Uint8Array | null) => PrintedDocument | PrintedFile
}

const printings = new WeakMap<Deps, Printing>()

/**
 * Returns a function that sends a PDF as an attachment. One thread creates the PDFs of all routes of an
 * application.
 */
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
 * Returns a stored logo as a PNG for printing. Returns null if there is no logo, or if the logo can't be read
 * or decoded. The PDF then has no logo.
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
