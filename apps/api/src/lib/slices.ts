import { setImmediate as nextTurn } from 'node:timers/promises'

/** The time in milliseconds after which other work gets a turn. */
const sliceMs = 10

/**
 * Maps the items in order. Whenever this has taken 10 ms, lets other work of the event loop run before the next item, so
 * that many items can take long in total without delaying requests. Promises that `map` returns are awaited together
 * at the end, so that statements that `map` sends are pipelined.
 */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: (R | Promise<R>)[] = []
  let began = performance.now()
  for (const item of items) {
    if (performance.now() - began > sliceMs) {
      await nextTurn()
      began = performance.now()
    }
    const result = map(item)
    // A rejection is reported by the `Promise.all` below, even if it comes before the last item is mapped.
    if (result instanceof Promise) result.catch(() => {})
    results.push(result)
  }
  return Promise.all(results)
}
