import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BuildMessage } from '../../../console/build/build.ts'

const program = fileURLToPath(new URL('../../../console/build/build.ts', import.meta.url))
/** The settings that the build gets. It gets no secrets, and doesn't depend on the settings of the service. */
const passedOn = /^(PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|MALLOC_.*)$/i
const maxOutput = 4_000

/** A build that runs. `folder` resolves to the folder of the build, or rejects if it fails. */
export type RunningBuild = { folder: Promise<string>; stop(): Promise<void> }

/** Builds the console in a process of its own with a low priority. The process ends when this one ends. */
export function runBuild(dataDir: string): RunningBuild {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)))
  const child = spawn(process.execPath, [program, '--background', '--data-dir', dataDir], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    windowsHide: true
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxOutput)
  })
  let folder: string | undefined
  child.on('message', (message: BuildMessage) => {
    folder = message.folder
  })
  const ended = once(child, 'close')
  return {
    folder: ended.then(() => {
      if (folder === undefined) throw new Error(output.trim() || 'The process that builds it was killed.')
      return folder
    }),
    async stop() {
      // The build is never left half done, so the process can be killed at any time.
      child.kill('SIGKILL')
      await ended.catch(() => {})
    }
  }
}
