/** An error of a workbook as a whole. `cell` is the cell with the error, such as "D17", if there is one. */
export type WorkbookFault = { code: string; message: string; cell?: string }

/** Thrown if a workbook is refused as a whole, with the reasons. Their messages are sentences. */
export class WorkbookRefusal extends Error {
  readonly faults: WorkbookFault[]

  constructor(faults: WorkbookFault[]) {
    super(faults[0]?.message)
    this.faults = faults
  }
}
