const databaseName = 'purveyor-imports'
const storeName = 'records'
/** Drafts that were not changed for this time, in milliseconds, are deleted. */
const maxAgeMs = 60 * 86_400_000
/** The time of the last change of a record is stored under its key with this prefix. */
const timePrefix = 'time '

let opening: Promise<IDBDatabase> | undefined
/** What couldn't be stored, because the browser forbids it. It is kept as long as the page is open. */
const inMemory = new Map<string, unknown>()

/**
 * Stores files and what was chosen for them in the browser, so that a reload or a crash of the page loses nothing.
 * Values can contain Blobs of any size.
 */
export const storage = {
  async read<T>(key: string): Promise<T | undefined> {
    if (inMemory.has(key)) return inMemory.get(key) as T
    try {
      return (await inStore('readonly', (store) => store.get(key))) as T | undefined
    } catch {
      return undefined
    }
  },
  async write(key: string, value: unknown): Promise<void> {
    try {
      await inStore('readwrite', (store) => {
        store.put(Date.now(), timePrefix + key)
        return store.put(value, key)
      })
      inMemory.delete(key)
    } catch {
      inMemory.set(key, value)
    }
  },
  async delete(key: string): Promise<void> {
    inMemory.delete(key)
    await inStore('readwrite', (store) => {
      store.delete(timePrefix + key)
      return store.delete(key)
    }).catch(() => {})
  },
  async keys(): Promise<string[]> {
    const found = await inStore('readonly', (store) => store.getAllKeys()).catch(() => [])
    const keys = [...(found as IDBValidKey[]).map(String), ...inMemory.keys()]
    return keys.filter((key) => !key.startsWith(timePrefix))
  }
}

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => {
      resolve(request.result)
      deleteOld(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opening
}

function deleteOld(database: IDBDatabase): void {
  const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
  const request = store.openCursor(IDBKeyRange.bound(timePrefix, `${timePrefix}\uffff`))
  request.onsuccess = () => {
    const cursor = request.result
    if (!cursor) return
    if (cursor.value < Date.now() - maxAgeMs) {
      store.delete(String(cursor.key).slice(timePrefix.length))
      cursor.delete()
    }
    cursor.continue()
  }
}

async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest
): Promise<unknown> {
  const transaction = (await open()).transaction(storeName, mode)
  const request = act(transaction.objectStore(storeName))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
