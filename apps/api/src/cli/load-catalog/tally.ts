/** A row that could not be loaded. */
export type Failure = { line: number; sku: string | undefined; reasons: string[] }

/** What a run has done so far, in rows. One that was created may fail later. */
export type Tally = {
  /** Those that are through: done or failed. */
  rows: number
  created: number
  alreadyThere: number
  approved: number
  verified: number
  failed: number
  /** Left aside because an earlier run had done them. */
  doneBefore: number
  /** The first failures; the journal has them all. */
  failures: Failure[]
}

/** So many failures are told at the end, so that memory does not grow with them. */
const toldFailures = 1000

export function newTally(): Tally {
  return {
    rows: 0,
    created: 0,
    alreadyThere: 0,
    approved: 0,
    verified: 0,
    failed: 0,
    doneBefore: 0,
    failures: []
  }
}

export function countFailure(tally: Tally, failure: Failure): void {
  tally.rows++
  tally.failed++
  if (tally.failures.length < toldFailures) tally.failures.push(failure)
}
