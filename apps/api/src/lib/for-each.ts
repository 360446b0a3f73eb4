/**
 * Calls `work` for each item, for at most `concurrency` items at a time. After an error, begins no more items
 * and throws the error when the running calls have ended.
 */
export async function forEachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>
): Promise<void> {
  const iterator = asyncIterator(items)
  let failed = false
  const run = async () => {
    while (!failed) {
      const next = await iterator.next()
      if (next.done) return
      await work(next.value)
    }
  }
  const runs = Array.from({ length: concurrency }, () =>
    run().catch((error) => {
      failed = true
      throw error
    })
  )
  const results = await Promise.allSettled(runs)
  await iterator.return(undefined)
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

async function* asyncIterator<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items
}
