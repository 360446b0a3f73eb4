import { hashSources } from '../../../console/build/sources.ts'
import { type Build, findBuild, listBuilds, readBuild } from '../../../console/build/stored-builds.ts'
import { type BuildPlan, type RunningBuild, runBuild } from './run-build.ts'
import { joinFiles, readyConsole, type WebConsole } from './web-console.ts'

/** The part of the log that is used. */
type Log = Record<'info' | 'error', (fields: object, message: string) => void>

/** The console of a running service. */
export type OpenConsole = WebConsole & {
  /** Starts to build the console in the background, if there is no build of the current sources. */
  build(): void
  /** Stops the build. */
  close(): Promise<void>
}

/** Files of so many older builds are served, because pages that were loaded before an upgrade ask for them. */
const maxOlder = 2

/** Loads the build of the current sources into memory, if there is one. */
export async function openConsole({ sources, folders }: BuildPlan, log: Log): Promise<OpenConsole> {
  const found = await findBuild(folders, await hashSources(sources))
  const older = await readOlderBuilds(folders, found?.folder)
  let current: WebConsole = found
    ? readyConsole(found, older)
    : { state: 'building', page: '', files: joinFiles(older) }
  let running: RunningBuild | undefined
  let isClosed = false

  async function finish({ folder }: RunningBuild, start: number): Promise<void> {
    try {
      const build = await readBuild(await folder)
      if (!build) throw new Error(`The build in ${await folder} is not complete.`)
      current = readyConsole(build, older)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      log.info({ files: build.files.size }, `the console was built in ${seconds} s`)
    } catch (err) {
      if (isClosed) return
      current = { ...current, state: 'failed' }
      log.error({ err }, 'the console could not be built; the API is not affected')
    }
  }

  return {
    get state() {
      return current.state
    },
    get page() {
      return current.page
    },
    get files() {
      return current.files
    },
    build() {
      if (current.state !== 'building' || running) return
      log.info({}, 'building the console')
      running = runBuild({ sources, folders })
      void finish(running, performance.now())
    },
    async close() {
      isClosed = true
      await running?.stop()
    }
  }
}

async function readOlderBuilds(folders: readonly string[], current: string | undefined): Promise<Build[]> {
  const listed = (await Promise.all(folders.map(listBuilds))).flat()
  const older = listed.filter(({ folder }) => folder !== current).slice(0, maxOlder)
  const builds = await Promise.all(older.map(({ folder }) => readBuild(folder)))
  return builds.filter((build) => build !== undefined).reverse()
}
