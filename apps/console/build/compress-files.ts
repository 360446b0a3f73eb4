import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Coding, codings, hashOf, type ManifestFile, pagePath } from './stored-builds.ts'

/** Text formats. Fonts and pictures are compressed already. */
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

const compress: Record<Coding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: 22,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length
      }
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 })
}

/**
 * Writes the compressed forms of the page and of the files in `app/` beside them, if they are smaller. Returns
 * what the manifest says about the files. The compression uses all threads of Node's pool.
 */
export async function compressFiles(folder: string): Promise<ManifestFile[]> {
  const found = await readdir(join(folder, 'app'), { recursive: true, withFileTypes: true })
  const inApp = found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/')
    )
  return await Promise.all([pagePath, ...inApp].map((path) => compressFile(folder, path)))
}

async function compressFile(folder: string, path: string): Promise<ManifestFile> {
  const plain = await readFile(join(folder, path))
  const hashes: ManifestFile['hashes'] = { plain: hashOf(plain) }
  if (!compressible.test(path)) return { path, hashes }
  const forms = (Object.keys(codings) as Coding[]).map(async (coding) => {
    const content = await compress[coding](plain)
    if (content.length >= plain.length) return
    await writeFile(join(folder, path + codings[coding]), content)
    hashes[coding] = hashOf(content)
  })
  await Promise.all(forms)
  return { path, hashes }
}
