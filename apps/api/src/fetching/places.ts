/** Bounds on what is under way at once, for each host and in all. */
export type Places = {
  /** Waits for a place and answers how to give it back. Rejects with the signal's reason when that aborts first. */
  take(host: string, signal: AbortSignal): Promise<() => void>
}

type Waiting = { host: string; start: () => void }

export function createPlaces({ perHost, total }: { perHost: number; total: number }): Places {
  const waiting = new Set<Waiting>()
  const held = new Map<string, number>()
  let all = 0

  const hasRoom = (host: string) => all < total && (held.get(host) ?? 0) < perHost

  function occupy(host: string): () => void {
    all++
    held.set(host, (held.get(host) ?? 0) + 1)
    return () => {
      all--
      const rest = (held.get(host) ?? 0) - 1
      if (rest > 0) held.set(host, rest)
      else held.delete(host)
      for (const one of waiting) if (hasRoom(one.host)) one.start()
    }
  }

  return {
    take(host, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (hasRoom(host)) return resolve(occupy(host))
        const leave = () => {
          waiting.delete(one)
          signal.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          leave()
          reject(signal.reason)
        }
        const one = {
          host,
          start: () => {
            leave()
            resolve(occupy(host))
          }
        }
        waiting.add(one)
        signal.addEventListener('abort', giveUp)
      })
    }
  }
}
