import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

/** `id` names the store; `draft` is an id that the database may know already, while `id` is not written yet. */
export type StoreIds = { id: string | undefined; draft: string | undefined }

/** Reads the ids in the folder of a store; undefined where there is none. */
export async function readStoreIds(root: string): Promise<StoreIds> {
  // In this order: a draft that becomes the id between the two is seen as one of them at least.
  const draft = await readId(draftFile(root))
  return { draft, id: await readId(idFile(root)) }
}

/** Writes an id as the draft, durably, over an earlier one. */
export async function writeStoreIdDraft(root: string, id: string): Promise<void> {
  await writeDurably(draftFile(root), join(root, 'drafts', newId()), Buffer.from(`${id}\n`))
}

/** Makes the draft the id of the store, durably. Does nothing if another process has done it. */
export async function confirmStoreId(root: string): Promise<void> {
  try {
    await rename(draftFile(root), idFile(root))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await syncFolder(root)
}

function idFile(root: string): string {
  return join(root, 'store-id')
}

function draftFile(root: string): string {
  return join(root, 'store-id.draft')
}

async function readId(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
