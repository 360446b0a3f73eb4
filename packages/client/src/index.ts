export type { Additions, Feed } from './additions.ts'
export * from './errors.ts'
export { etagOf } from './etag.ts'
export type { FollowChangesOptions, FollowOptions, FollowPlatformOptions } from './follow.ts'
export type * from './generated/inputs.ts'
export type * from './generated/resources.ts'
export type * from './generated/schemas.ts'
export { type FinishedOptions, Job } from './job.ts'
export { Pages } from './pages.ts'
export { Purveyor } from './purveyor.ts'
export { type Session, sessionOf } from './session.ts'
export type {
  CallOptions,
  ConnectionOptions,
  PurveyorOptions,
  Ref,
  RequestOptions,
  ResponseTypes
} from './types.ts'
export type { UploadOptions, WorkbookType } from './upload.ts'
export type { Sent } from './upload-body.ts'
export type { UploadSource } from './upload-source.ts'
