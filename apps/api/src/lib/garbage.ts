import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'minor' | 'major'; execution: 'sync'; flavor?: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Lets the heap grow by half of what is in use before it is collected again, in place of up to four times: the engine
 * sizes that by the machine's memory, and a busy service would hold 60 MB of garbage for a few collections less.
 */
export function limitGarbage(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

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
