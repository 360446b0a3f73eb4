import type { Sql, Tx } from '../../../db/connect.ts'
import { LostRace } from '../../../db/races.ts'
import { confirmVersion, readDefinitions, readVersion } from './definition-queries.ts'
import { AttributeDefinitions } from './definitions.ts'

/**
 * Keeps the definitions of attributes in memory, so that requests don't read them. A transaction that uses them calls
 * `confirm`, which asks the database whether they have changed.
 */
export class DefinitionCache {
  private readonly sql: Sql
  private loaded: Promise<AttributeDefinitions> | undefined
  private readonly confirmed = new WeakMap<Tx, Promise<AttributeDefinitions>>()

  constructor(sql: Sql) {
    this.sql = sql
  }

  /** Returns the definitions. They may be outdated, so confirm them in the transaction that relies on them. */
  current(): Promise<AttributeDefinitions> {
    if (!this.loaded) {
      this.loaded = readDefinitions(this.sql).then((data) => new AttributeDefinitions(data))
      this.loaded.catch(() => {
        this.loaded = undefined
      })
    }
    return this.loaded
  }

  /** Returns the definitions as they are in the database now. */
  async latest(): Promise<AttributeDefinitions> {
    const [definitions, version] = await Promise.all([this.current(), readVersion(this.sql)])
    if (definitions.version === version) return definitions
    this.loaded = undefined
    return this.current()
  }

  /**
   * Returns the definitions for a transaction that writes, reading them again in the transaction if they have changed. Only
   * the first call in a transaction sends a statement.
   */
  inTransaction(tx: Tx): Promise<AttributeDefinitions> {
    const known = this.confirmed.get(tx)
    if (known) return known
    const confirmed = this.readConfirmed(tx)
    this.confirmed.set(tx, confirmed)
    return confirmed
  }

  private async readConfirmed(tx: Tx): Promise<AttributeDefinitions> {
    const [known, version] = await Promise.all([this.current(), confirmVersion(tx)])
    if (known.version === version) return known
    const definitions = new AttributeDefinitions(await readDefinitions(tx))
    this.loaded = Promise.resolve(definitions)
    return definitions
  }

  /** Throws `LostRace` if the definitions have changed, so that the transaction runs again with the new ones. */
  async confirm(tx: Tx, definitions: AttributeDefinitions): Promise<void> {
    this.requireVersion(definitions, await confirmVersion(tx))
  }

  /** Does the same as `confirm`, with one statement less. Call it only after a statement that has written. */
  async confirmWritten(tx: Tx, definitions: AttributeDefinitions): Promise<void> {
    this.requireVersion(definitions, await readVersion(tx))
  }

  private requireVersion({ version }: AttributeDefinitions, stored: number): void {
    if (stored === version) return
    this.loaded = undefined
    throw new LostRace()
  }
}

const caches = new WeakMap<Sql, DefinitionCache>()

/** Returns the definitions of the database to which the pool connects. */
export function definitionCache(sql: Sql): DefinitionCache {
  const known = caches.get(sql)
  if (known) return known
  const cache = new DefinitionCache(sql)
  caches.set(sql, cache)
  return cache
}
