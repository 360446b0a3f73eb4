/**
 * Returns a function that reads the value of one key. Concurrent calls are combined into one statement. While
 * fewer than `maxRunning` statements are running, the calls of one turn of the event loop are sent together,
 * without waiting. Otherwise, calls wait until a statement ends. A statement reads at most `maxKeys` keys. A
 * call never joins a statement that has already begun, so it never gets a value older than the call.
 *
 * `read` must return the values in the order of the keys. If `read` fails or takes longer than `deadlineMs`,
 * all calls of its statement fail.
 */
export function groupReads<Key, Value>(
  read: (keys: Key[]) => Promise<Value[]>,
  { maxRunning, maxKeys, deadlineMs }: { maxRunning: number; maxKeys: number; deadlineMs: number }
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = []
  let running = 0
  let isDue = false

  function schedule(): void {
    if (isDue || waiting.length === 0 || running >= maxRunning) return
    isDue = true
    setImmediate(send)
  }

  async function send(): Promise<void> {
    isDue = false
    const group = waiting.slice(0, maxKeys)
    waiting = waiting.slice(maxKeys)
    running++
    schedule()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new ReadTimeout()), deadlineMs)
    try {
      const values = await Promise.race([read(group.map(({ key }) => key)), late.promise])
      for (const [index, { resolve }] of group.entries()) resolve(values[index] as Value)
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      clearTimeout(timer)
      running--
      schedule()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      schedule()
    })
}

/**
 * A statement missed its deadline. This error is handled like a network timeout, because it has the same
 * code.
 */
class ReadTimeout extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database did not respond in time.')
  }
}

type Waiting<Key, Value> = { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }
