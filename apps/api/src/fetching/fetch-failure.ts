/**
 * Why nothing was fetched. `reason` is for the operator, without the URL's query; the vendor learns nothing of it.
 * `passing` failures may be tried again.
 */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly passing: boolean

  constructor(reason: string, { passing = false }: { passing?: boolean } = {}) {
    super(reason)
    this.passing = passing
  }
}
