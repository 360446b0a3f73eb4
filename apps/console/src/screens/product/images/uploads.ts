import { ProblemError, type Product, type Purveyor } from '@purveyor/client'
import { useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { t } from '../../../texts/texts.ts'
import { moved } from '../../../ui/reorder.ts'

/** Stands for the product that is not created yet. */
export const newProduct = 'new'

/** An image that is not stored yet: a file, or an address from which the service downloads it. */
export type Upload = {
  key: string
  productId: string
  /** The client of the person who has added the image. The next person in this tab doesn't see it. */
  purveyor: Purveyor
  source: File | string
  /** The address of the file in memory; undefined for an image that is downloaded. */
  preview: string | undefined
  state: 'waiting' | 'sending' | 'failed'
  error?: string
}

let uploads: readonly Upload[] = []
let count = 0
let isRunning = false
const listeners = new Set<() => void>()
const storedListeners = new Set<(product: Product) => void>()

function set(next: readonly Upload[]): void {
  uploads = next
  // Files are only in memory. They are sent also when another screen is open.
  removeEventListener('beforeunload', warn)
  if (uploads.some(({ state }) => state !== 'failed')) addEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function update(key: string, changes: Partial<Upload>): void {
  set(uploads.map((one) => (one.key === key ? { ...one, ...changes } : one)))
}

function remove(key: string): void {
  const upload = uploads.find((one) => one.key === key)
  if (upload?.preview) URL.revokeObjectURL(upload.preview)
  set(uploads.filter((one) => one.key !== key))
}

/** Adds images to a product. Those of a new product wait until it has been created. */
function add(productId: string, sources: readonly (File | string)[], purveyor: Purveyor): void {
  const added = sources.map((source): Upload => {
    const preview = typeof source === 'string' ? undefined : URL.createObjectURL(source)
    return { key: `upload-${count++}`, productId, purveyor, source, preview, state: 'waiting' }
  })
  set([...uploads, ...added])
  void run()
}

/** Gives the images of one product to another: those of the new product to the one that was created. */
function assign(from: string, to: string, purveyor: Purveyor): void {
  const isMoved = (one: Upload) => one.productId === from && one.purveyor === purveyor
  set(uploads.map((one) => (isMoved(one) ? { ...one, productId: to } : one)))
  void run()
}

/** Moves an image that waits to the place of another. */
function moveTo(key: string, other: string): void {
  const placeOf = (searched: string) => uploads.findIndex((one) => one.key === searched)
  set(moved([...uploads], placeOf(key), placeOf(other)))
}

function retry(key: string): void {
  update(key, { state: 'waiting' })
  void run()
}

/** Sends the images that wait, one after the other, so that they keep their order. */
async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  for (;;) {
    const next = uploads.find(({ state, productId }) => state === 'waiting' && productId !== newProduct)
    if (!next) break
    update(next.key, { state: 'sending' })
    try {
      const product = await send(next)
      for (const listener of storedListeners) listener(product)
      remove(next.key)
    } catch (error) {
      update(next.key, { state: 'failed', error: messageOf(error) })
    }
  }
  isRunning = false
}

async function send({ purveyor, productId, source }: Upload): Promise<Product> {
  if (typeof source !== 'string') return await purveyor.products.addImage(productId, { file: source })
  await download(purveyor, productId, source)
  return await purveyor.products.get(productId)
}

/** Lets the service download an image, as the items of an upload do. No other field of the product changes. */
async function download(purveyor: Purveyor, productId: string, url: string): Promise<void> {
  const { sku, name, pendingRevision } = await purveyor.products.get(productId)
  const sent = { sku, name: pendingRevision?.name ?? name, variants: [], images: url }
  const { queue_id } = await purveyor.products.bulkUpload({ items: [sent], on_existing: 'update' })
  await purveyor.importJobs.job(queue_id).finished()
  const { items } = await purveyor.importJobs.items(queue_id, { first: 1 }).page()
  const [item] = items
  if (item?.errors[0]) throw new Error(item.errors[0].message)
  if (item?.warnings.length) throw new Error(productTexts.images.notFetched)
}

function messageOf(error: unknown): string {
  if (error instanceof ProblemError) return error.faults[0]?.message ?? error.detail
  return error instanceof Error && error.message ? error.message : t.errors.unexpected
}

/** Calls a function with each product that an upload has changed. Returns the function that ends this. */
export function onStored(listener: (product: Product) => void): () => void {
  storedListeners.add(listener)
  return () => storedListeners.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the images that are not stored yet. They are sent also after the page of the product has been left. */
export function useUploads(productId: string) {
  const { purveyor } = useSignedIn()
  const all = useSyncExternalStore(subscribe, () => uploads)
  const mine = all.filter((one) => one.productId === productId && one.purveyor === purveyor)
  return {
    uploads: mine,
    add: (sources: readonly (File | string)[]) => add(productId, sources, purveyor),
    /** Gives the images to a product that has been created, and sends them. */
    assignTo: (id: string) => assign(productId, id, purveyor),
    retry,
    remove,
    moveTo,
    removeAll: () => {
      for (const { key } of mine) remove(key)
    }
  }
}
