/**
 * A reason of a rejection. `pointer` is a JSON pointer into the entry as the queue shows it, such as
 * `/pendingRevision/name`. `code`, `pointer` and `imageId` are null if they weren't given.
 */
export type Reason = { code: string | null; pointer: string | null; imageId: string | null; text: string }
