import type { Build, BuiltFile } from '../../../console/build/stored-builds.ts'

/**
 * What is served of the console at the moment. `files` has the files of the current build and of the builds
 * before it, by path. `page` is the page of the current build, in the state `ready`.
 */
export type WebConsole = {
  readonly state: 'building' | 'failed' | 'ready'
  readonly page: string
  readonly files: ReadonlyMap<string, BuiltFile>
}

/** The console of a build that exists, with the files of older builds. */
export function readyConsole(build: Build, older: readonly Build[] = []): WebConsole {
  return { state: 'ready', page: build.page, files: joinFiles([...older, build]) }
}

/** Returns the files of all builds. A name contains a hash of the content, so files of the same name are equal. */
export function joinFiles(builds: readonly Build[]): Map<string, BuiltFile> {
  return new Map(builds.flatMap(({ files }) => [...files]))
}
