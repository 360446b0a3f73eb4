import { distance, lettersOf, maxTypos } from '../body/suggest.ts'

type Path = { path: string; segments: string[]; methods: string[] }

/** The cost of a segment that is missing or too much. */
const skipCost = 2
/** The cost of a method that the path doesn't support. */
const methodCost = 1
/** The cost of a path without the base path of the API. */
const baseCost = 1
const maxCost = 3
/** The cost of a segment that would be the value of a parameter. It is small, but a fixed segment is likelier. */
const parameterCost = 0.5
/** Longer paths get no suggestion, so that the time for one is limited. */
const maxLength = 200
const maxSegments = 10
const maxSuggestions = 3

/** The paths of the routes, to find those that an unknown path probably stands for. */
export class PathSuggestions {
  private readonly paths = new Map<string, Path>()

  /** Adds a route. The path has its parameters as in `/orders/:id`. */
  add(method: string, path: string): void {
    const entry = this.paths.get(path)
    if (entry) entry.methods.push(method)
    else this.paths.set(path, { path, segments: segmentsOf(path), methods: [method] })
  }

  /**
   * Returns the routes whose paths differ least from the path of a request, such as `GET /orders/{id}`, at most 3.
   * The list is empty if no path is similar.
   */
  nearest(method: string, path: string): string[] {
    const sent = segmentsOf(path)
    if (path.length > maxLength || sent.length > maxSegments) return []
    let least = maxCost
    let nearest: string[] = []
    for (const entry of this.paths.values()) {
      const cost = costOf(sent, method, entry)
      if (cost > least) continue
      if (cost < least) nearest = []
      least = cost
      nearest.push(describe(entry, method))
    }
    return nearest.slice(0, maxSuggestions)
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function describe({ path, methods }: Path, method: string): string {
  const shown = methods.includes(method) ? method : methods[0]
  return `${shown} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
}

function costOf(sent: string[], method: string, { segments, methods }: Path): number {
  const cost = methods.includes(method) ? 0 : methodCost
  const withoutBase =
    sent[0] !== 'api' && segments[0] === 'api' && segments[1] === 'v1' ? segments.slice(2) : undefined
  if (withoutBase) return cost + baseCost + difference(sent, withoutBase, true)
  return cost + difference(sent, segments, true)
}

/** Returns how much two paths differ, or more than `maxCost` if they differ too much. At most one segment is skipped. */
function difference(sent: string[], segments: string[], maySkip: boolean): number {
  if (Math.abs(sent.length - segments.length) > (maySkip ? 1 : 0)) return maxCost + 1
  const [first, ...others] = sent
  const [knownFirst, ...knownOthers] = segments
  if (first === undefined && knownFirst === undefined) return 0
  let least = maxCost + 1
  if (first !== undefined && knownFirst !== undefined) {
    const cost = segmentCost(first, knownFirst)
    if (cost <= maxCost) least = cost + difference(others, knownOthers, maySkip)
    if (least === 0) return 0
  }
  if (!maySkip) return least
  if (first !== undefined) least = Math.min(least, skipCost + difference(others, segments, false))
  // A skipped parameter would be an id that the client didn't send.
  if (knownFirst !== undefined && !knownFirst.startsWith(':'))
    least = Math.min(least, skipCost + difference(sent, knownOthers, false))
  return least
}

function segmentCost(sent: string, segment: string): number {
  if (sent === segment) return 0
  if (segment.startsWith(':')) return parameterCost
  const [letters, knownLetters] = [lettersOf(sent), lettersOf(segment)]
  if (letters === knownLetters) return 1
  const limit = maxTypos(letters)
  const typos = distance(letters, knownLetters, limit)
  return typos > limit ? maxCost + 1 : typos
}
