import { hashSources } from '../../../console/build/sources.ts'
import { type Build, findBuild, listBuilds, readBuild } from '../../../console/build/stored-builds.ts'
import { type BuildPlan, type RunningBuild, runBuild } from './run-build.ts'
import { joinFiles, readyConsole, type WebConsole } from './web-console.ts'

/** The part of the log that is used. */
type Log = Record<'info' | 'error', (fields: object, message: string) => void>

/** Files of so many older builds are served, because pages that were loaded before an upgrade ask for them. */
const maxOlder = 2

/**
 * Loads the build of the current sources into memory, if there is one. Never rejects: problems of the console don't
 * affect the API.
 */
export async function openConsole(plan: BuildPlan, log: Log): Promise<OpenConsole> {
  // If the sources can't be read, the build reports the cause.
  const current = await findCurrent(plan).catch(() => undefined)
  const older = await readOlderBuilds(plan.folders, current?.folder)
  return new OpenConsole({ plan, log, older }, current)
}

type Parts = { plan: BuildPlan; log: Log; older: readonly Build[] }

/** The console of a running service. */
export class OpenConsole implements WebConsole {
  readonly #parts: Parts
  #current: WebConsole
  #running: RunningBuild | undefined
  #isClosed = false

  constructor(parts: Parts, current: Build | undefined) {
    this.#parts = parts
    this.#current = current
      ? readyConsole(current, parts.older)
      : { state: 'building', page: '', files: joinFiles(parts.older) }
  }

  get state(): WebConsole['state'] {
    return this.#current.state
  }

  get page(): string {
    return this.#current.page
  }

  get files(): WebConsole['files'] {
    return this.#current.files
  }

  /** Starts to build the console in the background, if there is no build of the current sources. */
  build(): void {
    if (this.state !== 'building' || this.#running) return
    this.#parts.log.info({}, 'building the console')
    this.#running = runBuild(this.#parts.plan)
    void this.#finish(this.#running, performance.now())
  }

  /** Stops the build. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.stop()
  }

  async #finish({ folder }: RunningBuild, start: number): Promise<void> {
    const { log, older } = this.#parts
    try {
      const build = await readBuild(await folder)
      if (!build) throw new Error(`The build in ${await folder} is not complete.`)
      this.#current = readyConsole(build, older)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      log.info({ files: build.files.size }, `the console was built in ${seconds} s`)
    } catch (err) {
      if (this.#isClosed) return
      this.#current = { ...this.#current, state: 'failed' }
      log.error({ err }, 'the console could not be built; the API is not affected')
    }
  }
}

async function findCurrent({ sources, folders }: BuildPlan): Promise<Build | undefined> {
  return await findBuild(folders, await hashSources(sources))
}

async function readOlderBuilds(folders: readonly string[], current: string | undefined): Promise<Build[]> {
  const listed = (await Promise.all(folders.map(listBuilds))).flat()
  const older = listed.filter(({ folder }) => folder !== current).slice(0, maxOlder)
  const builds = await Promise.all(older.map(({ folder }) => readBuild(folder)))
  return builds.filter((build) => build !== undefined).reverse()
}
