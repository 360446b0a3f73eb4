import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'minor' | 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Frees what died young; a millisecond or two. Buffers weigh nothing in the heap, so that tens of megabytes of them
 * can be dead before the collector looks of itself.
 */
export function collectYoung(): void {
  collector()({ type: 'minor', execution: 'sync' })
}

/** Frees all that is dead and gives the memory back; about a tenth of a second in which nothing else runs. */
export function collectAll(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** The engine shows it to contexts that are made after the flag is set, whatever the process was started with. */
function collector(): Collect {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  return collect
}
