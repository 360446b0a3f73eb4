/**
 * Answers callers who each ask for one thing by one statement for many, as a database groups commits. While fewer than
 * `running` statements are under way, who asks is answered at once, together with those who ask in the same turn of the
 * event loop; else with all who wait, `most` of them at once. Every statement begins after those it answers have asked,
 * so nobody is told what was true before. `read` answers in the order of the keys; where it fails, it fails for all, and
 * so does one without an answer for `deadlineMs`: its connection may be dead, and others are not to wait for it.
 */
export function groupReads<Key, Found>(
  read: (keys: Key[]) => Promise<Found[]>,
  { running, most, deadlineMs }: { running: number; most: number; deadlineMs: number }
): (key: Key) => Promise<Found> {
  let waiting: Waiting<Key, Found>[] = []
  let underWay = 0
  let isDue = false

  function schedule(): void {
    if (isDue || waiting.length === 0 || underWay >= running) return
    isDue = true
    setImmediate(send)
  }

  async function send(): Promise<void> {
    isDue = false
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    underWay++
    schedule()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new LateAnswer()), deadlineMs)
    try {
      const found = await Promise.race([read(group.map(({ key }) => key)), late.promise])
      for (const [index, { resolve }] of group.entries()) resolve(found[index] as Found)
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      clearTimeout(timer)
      underWay--
      schedule()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      schedule()
    })
}

/** Named as the system names it, so that it is answered as any loss of the database is. */
class LateAnswer extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database did not answer in time.')
  }
}

type Waiting<Key, Found> = { key: Key; resolve: (found: Found) => void; reject: (error: unknown) => void }
