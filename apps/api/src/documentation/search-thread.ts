import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../jobs/lower-priority.ts'
import { type Hit, loadIndex, search } from './search.ts'

/** What the thread posts for a query, in the order of the queries. */
export type SearchReply = { hits: Hit[] } | { error: unknown }

lowerPriority()
const index = loadIndex(String(workerData))

function answer(query: string): SearchReply {
  try {
    return { hits: search(index, query) }
  } catch (error) {
    return { error }
  }
}

parentPort?.on('message', (query: string) => parentPort?.postMessage(answer(query)))
