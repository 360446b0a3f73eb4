import { type DestinationStream, type Logger, pino } from 'pino'
import { loggableError } from '../log.ts'
import { terminalLine } from './terminal-lines.ts'

type LogOptions = {
  level: string
  nodeEnv: string | undefined
  /** True if other processes write to the same output. */
  isShared: boolean
}

/** POSIX guarantees that writes of this size to a pipe are not mixed with those of other processes. */
const atomicBytes = 4_096

/** Creates the log of the process: JSON, or text for people on a terminal in development. */
export function createLog({ level, nodeEnv, isShared }: LogOptions): Logger {
  return pino({ level, serializers: { err: loggableError } }, logStream(nodeEnv, isShared))
}

function logStream(nodeEnv: string | undefined, isShared: boolean): DestinationStream {
  if (process.stdout.isTTY && nodeEnv !== 'production')
    return { write: (line) => void process.stdout.write(terminalLine(line)) }
  // Lines are buffered and written asynchronously. The last ones are written when the process exits.
  const sizes = isShared ? { minLength: atomicBytes / 2, maxWrite: atomicBytes } : { minLength: 8_192 }
  return pino.destination({ sync: false, periodicFlush: 100, ...sizes })
}
