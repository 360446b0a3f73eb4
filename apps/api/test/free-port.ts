import { randomInt } from 'node:crypto'
import { probe } from '../src/choose-port.ts'

/** Below the ports that Linux, macOS and Windows give to outgoing connections. */
const [first, end] = [20_000, 32_768]

/**
 * Returns a port of 127.0.0.1 that no program uses, for a program that has to know its address before it listens. No
 * connection of another program takes the port in the meantime, as would happen to a port that the system chooses.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await probe(randomInt(first, end), '127.0.0.1')
    if (port) return port
  }
}
