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
  private known: AttributeDefinitions | undefined
  private reading: Promise<AttributeDefinitions> | undefined
  private readonly confirmed = new WeakMap<Tx, Promise<AttributeDefinitions>>()

  constructor(sql: Sql) {
    this.sql = sql
  }

  /**
   * Returns the definitions. They may be outdated, so confirm them in the transaction that relies on them. In a transaction,
   * pass it: it must not wait for another connection, because all of them may belong to transactions that wait too.
   */
  async current(tx?: Tx): Promise<AttributeDefinitions> {
    if (this.known) return this.known
    if (tx) return this.read(tx)
    this.reading ??= this.read(this.sql).finally(() => {
      this.reading = undefined
    })
    return this.reading
  }

  private async read(sql: Sql | Tx): Promise<AttributeDefinitions> {
    const definitions = new AttributeDefinitions(await readDefinitions(sql))
    this.known = definitions
    return definitions
  }

  /** Returns the definitions as they are in the database now. */
  async latest(): Promise<AttributeDefinitions> {
    const [definitions, version] = await Promise.all([this.current(), readVersion(this.sql)])
    return definitions.version === version ? definitions : this.read(this.sql)
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
    const { known } = this
    const version = await confirmVersion(tx)
    return known?.version === version ? known : this.read(tx)
  }

  /** Throws `LostRace` if the definitions have changed, so that the transaction runs again with the new ones. */
  async confirm(tx: Tx, definitions: AttributeDefinitions): Promise<void> {
    this.requireVersion(definitions, await confirmVersion(tx))
  }

  /** Does the same as `confirm`, with one statement less. Call it only after a statement that has locked or written rows. */
  async confirmWritten(tx: Tx, definitions: AttributeDefinitions): Promise<void> {
    this.requireVersion(definitions, await readVersion(tx))
  }

  private requireVersion({ version }: AttributeDefinitions, stored: number): void {
    if (stored === version) return
    this.known = undefined
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
