import { Interrupted } from './stop.ts'

type Parallel<T> = { concurrency: number; signal: AbortSignal; work: (item: T) => Promise<void> }

/**
 * Does the work for every item, so many at a time. At the first rejection, or when the signal is aborted, no more
 * are begun; those under way are waited for, then it rejects.
 */
export async function inParallel<T>(
  items: readonly T[],
  { concurrency, signal, work }: Parallel<T>
): Promise<void> {
  const queue = items.values()
  let failed = false
  const worker = async () => {
    for (const item of queue) {
      if (signal.aborted) throw new Interrupted()
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  const rejections = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  // What ended the loading says more than that it was interrupted meanwhile.
  if (rejections.length > 0)
    throw rejections.find((reason) => !(reason instanceof Interrupted)) ?? rejections[0]
}
