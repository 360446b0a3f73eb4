import { type RefObject, useEffect, useRef, useState } from 'react'

/** Watches an end of an entry. Returns a function that stops it. */
export type WatchEnd = (element: Element, end: { key: string; name: 'start' | 'end' }) => () => void

/**
 * Records which entries were shown: those of which the start and the end have been inside the visible part of the list.
 * `watch` is called with the elements at both ends of each entry.
 */
export function useShown(): {
  shown: ReadonlySet<string>
  list: RefObject<HTMLDivElement | null>
  watch: WatchEnd
} {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const [watcher] = useState(
    () => new EndWatcher((keys) => setShown((before) => new Set([...before, ...keys])))
  )
  useEffect(() => {
    watcher.start(list.current)
    return () => watcher.stop()
  }, [watcher])
  return { shown, list, watch: watcher.watch }
}

/** Observes the ends of entries. Elements can be added before the list itself exists. */
class EndWatcher {
  readonly #ends = new Map<Element, { key: string; name: 'start' | 'end' }>()
  readonly #seen = new Map<string, Set<string>>()
  readonly #onShown: (keys: string[]) => void
  #observer: IntersectionObserver | undefined

  constructor(onShown: (keys: string[]) => void) {
    this.#onShown = onShown
  }

  readonly watch: WatchEnd = (element, end) => {
    this.#ends.set(element, end)
    this.#observer?.observe(element)
    return () => {
      this.#ends.delete(element)
      this.#observer?.unobserve(element)
    }
  }

  start(root: Element | null): void {
    this.#observer = new IntersectionObserver((changes) => this.#record(changes), { root })
    for (const element of this.#ends.keys()) this.#observer.observe(element)
  }

  stop(): void {
    this.#observer?.disconnect()
    this.#observer = undefined
  }

  #record(changes: IntersectionObserverEntry[]): void {
    const keys: string[] = []
    for (const { target, isIntersecting } of changes) {
      const end = this.#ends.get(target)
      if (!end || !isIntersecting) continue
      const seen = this.#seen.get(end.key) ?? new Set()
      this.#seen.set(end.key, seen.add(end.name))
      if (seen.size === 2) keys.push(end.key)
    }
    if (keys.length > 0) this.#onShown(keys)
  }
}
