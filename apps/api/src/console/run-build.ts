import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BuildMessage } from '../../../console/build/build.ts'
import { consoleSources, type Sources } from '../../../console/build/sources.ts'

const program = fileURLToPath(new URL('../../../console/build/build.ts', import.meta.url))
/** The settings that the build gets. It gets no secrets, and doesn't depend on the settings of the service. */
const passedOn = /^(PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|MALLOC_.*)$/i
const maxErrors = 4_000

/** A build that runs. `folder` resolves to the folder of the build, or rejects if it fails. */
export type RunningBuild = { folder: Promise<string>; stop(): Promise<void> }

/** What is built, and the folders for the build, in the order in which they are tried. */
export type BuildPlan = { sources: Sources; folders: readonly string[] }

/** Builds the console in a process of its own with a low priority. The process ends when this one ends. */
export function runBuild({ sources, folders }: BuildPlan): RunningBuild {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)))
  const source = sources === consoleSources ? [] : ['--source', sources.folder]
  const output = folders.flatMap((folder) => ['--output', folder])
  const child = spawn(process.execPath, [program, '--background', ...source, ...output], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    windowsHide: true
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-maxErrors)
  })
  let folder: string | undefined
  child.on('message', (message: BuildMessage) => {
    folder = message.folder
  })
  const ended = once(child, 'close')
  return {
    folder: ended.then(() => {
      if (folder === undefined) throw new Error(errors.trim() || 'The process that builds it was killed.')
      return folder
    }),
    async stop() {
      // The build is never left half done, so the process can be killed at any time.
      child.kill('SIGKILL')
      await ended.catch(() => {})
    }
  }
}
