import type { Deps } from '../../../deps.ts'
import type { Log } from '../../../lib/log.ts'
import type { RuleDeps } from './apply-rules.ts'

/** Returns what the evaluation of approval rules needs of a request besides the database. */
export function ruleDepsOf({ server, log }: { server: { deps: Deps }; log: Log }): RuleDeps {
  return { assets: server.deps.assets, log }
}
