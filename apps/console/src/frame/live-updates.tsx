import {
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  useQueryClient
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { setLive } from '../api/live-status.ts'
import { LiveEvents } from '../session/live-events.ts'
import { sessions } from '../session/session.ts'
import { useSignedIn } from '../session/session-context.tsx'
import { isAffected, keysOf } from './live-keys.ts'

/** The least time between two updates, in milliseconds. Bulk work can record thousands of events. */
const updateMs = 2000
/** Lists of more pages are read again only on request. */
const maxRefreshedPages = 3

/** Updates what is shown when something happens. Renders nothing. */
export function LiveUpdates() {
  const { side, me } = useSignedIn()
  const queries = useQueryClient()
  const userId = me.user?.id
  useEffect(() => {
    if (!userId) return
    const updates = new Updates(queries)
    const live = new LiveEvents({
      ...{ side, userId },
      token: sessions[side].tokenSource(),
      listener: {
        onEvents: (types) => updates.add(keysOf(side, types)),
        onMissed: (before) => updates.addOlder(keysOf(side, undefined), before),
        onStatus: setLive
      }
    })
    live.start()
    return () => {
      live.stop()
      updates.stop()
    }
  }, [side, userId, queries])
  return null
}

/** Collects what has changed, and has it read again: soon, but not too often, and not while the tab is hidden. */
class Updates {
  readonly #queries: QueryClient
  #keys: readonly QueryKey[] = []
  #older: { keys: readonly QueryKey[]; before: number } = { keys: [], before: 0 }
  #timer: ReturnType<typeof setTimeout> | undefined
  #updatedAt = Number.NEGATIVE_INFINITY
  readonly #shown = () => this.#schedule()

  constructor(queries: QueryClient) {
    this.#queries = queries
    document.addEventListener('visibilitychange', this.#shown)
  }

  add(keys: readonly QueryKey[]): void {
    this.#keys = [...this.#keys, ...keys.filter((key) => !this.#keys.includes(key))]
    this.#schedule()
  }

  /** Has what was read before a time read again. */
  addOlder(keys: readonly QueryKey[], before: number): void {
    this.#older = { keys, before }
    this.#schedule()
  }

  stop(): void {
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#shown)
  }

  #schedule(): void {
    const isEmpty = this.#keys.length === 0 && this.#older.keys.length === 0
    if (this.#timer || isEmpty || document.visibilityState === 'hidden') return
    const wait = Math.max(0, this.#updatedAt + updateMs - performance.now())
    this.#timer = setTimeout(() => this.#update(), wait)
  }

  #update(): void {
    this.#timer = undefined
    this.#updatedAt = performance.now()
    const [keys, older] = [this.#keys, this.#older]
    this.#keys = []
    this.#older = { keys: [], before: 0 }
    const isOlder = ({ queryKey, state }: Query) =>
      state.dataUpdatedAt < older.before && isAffected(queryKey, older.keys)
    const predicate = (query: Query) => (isAffected(query.queryKey, keys) || isOlder(query)) && isShort(query)
    void this.#queries.invalidateQueries({ predicate }, { cancelRefetch: false })
  }
}

function isShort({ state }: Query): boolean {
  const { pages } = (state.data ?? {}) as Partial<InfiniteData<unknown>>
  return !Array.isArray(pages) || pages.length <= maxRefreshedPages
}
