import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { diskStore } from './disk-store.ts'
import { ifExists, syncFolder, writeDurably } from './durable-files.ts'
import type { AssetLocation, OnStoreError } from './store.ts'

/** Returns the location of the asset store in the folder `root`. Its ids are files in this folder. */
export function diskLocation(root: string, options: { onError?: OnStoreError } = {}): AssetLocation {
  const idFile = join(root, 'store-id')
  const draftFile = join(root, 'store-id.draft')
  return {
    store: diskStore(root, options),
    name: `asset folder ${root}`,
    advice: {
      useRight: 'mount the right folder there, or set DATA_DIR to the folder that contains it',
      restore:
        'mount or restore them there, or set DATA_DIR to the folder that contains the right asset folder',
      useOther: 'DATA_DIR to another folder'
    },
    ids: {
      async read() {
        // The draft is read first. So an id that another process confirms between the two reads isn't missed.
        const draft = await readId(draftFile)
        return { draft, id: await readId(idFile) }
      },
      writeDraft: (id) => writeDurably(draftFile, join(root, 'drafts', newId()), Buffer.from(`${id}\n`)),
      async confirmDraft() {
        await ifExists(rename(draftFile, idFile), ['ENOENT'])
        await syncFolder(root)
      }
    },
    async moveAside(id) {
      await rename(root, `${root}-${id}`)
      return `${root}-${id}`
    },
    explain(error) {
      // The methods of the store throw a Problem whose cause is the error of the disk.
      const { path, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      if (path === undefined) return undefined
      return (
        `The asset folder ${root} cannot be read or written (${code}): make sure that it is a folder with ` +
        'read and write permission.'
      )
    }
  }
}

async function readId(path: string): Promise<string | undefined> {
  return (await ifExists(readFile(path, 'utf8'), ['ENOENT']))?.trim() || undefined
}
