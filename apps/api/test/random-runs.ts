/** True in the long check `random-cases`, which runs all random cases of the tests. */
export const runsAllCases = process.env.RANDOM_CASES === 'all'

/**
 * Returns how many random cases a property is tested with: `all` in the long check `random-cases`, and a fifth
 * of them in `npm test`.
 */
export function randomRuns(all: number): number {
  return runsAllCases ? all : Math.ceil(all / 5)
}
