import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The name of the folder of entries. The reporter recognizes entries by it. */
export const entryFolder = 'entries'

/**
 * Files that share a process: beside the code, where tests are short, and elsewhere. With more of them, the last
 * processes would run for long without the others.
 */
const perProcess = { besideCode: 24, elsewhere: 6 }

/** True if the tests of the file use a browser. */
export const needsBrowser = (file) => file.startsWith('apps/console/test/')

/** The line with which a test file asks for a process of its own, because it changes or measures the process. */
const ownProcess = /^\/\/ Runs in a process of its own/m

/** The files that take longest. They start first, so that none of them runs alone at the end. */
const slowest = [
  'apps/api/test/guides.test.ts',
  'apps/api/test/backup.test.ts',
  'apps/api/test/service.test.ts',
  'packages/cli/test/push-interrupted.test.ts',
  'packages/client/test/running.test.ts',
  'bench/bench.test.ts',
  'demo/request-examples.test.ts',
  'apps/console/test/orders.test.ts'
]

/**
 * Writes the modules that Node's test runner runs instead of the test files. Each of them runs the files of one
 * process as suites, one after the other. Loading the service and sending it the first request takes two seconds of
 * processor time, so most files share processes. Returns the paths of the modules, in the order in which they start.
 */
export function writeEntries(files, { root, folder }) {
  const entries = join(folder, entryFolder)
  mkdirSync(entries, { recursive: true })
  const isAlone = (file) => ownProcess.test(readFileSync(join(root, file), 'utf8'))
  // The runner sorts by name.
  return processesOf(files, isAlone).map((together, index) => {
    const path = join(entries, `${String(index).padStart(4, '0')}-${together[0].replaceAll(/\W/g, '-')}.mjs`)
    writeFileSync(path, entryOf(together, root))
    return path
  })
}

/** Returns the files in groups that share a process, in the order in which they start. */
export function processesOf(files, isAlone) {
  const first = slowest.filter((file) => files.includes(file)).map((file) => [file])
  const rest = files.filter((file) => !slowest.includes(file))
  const alone = rest.filter(isAlone).map((file) => [file])
  const shared = Map.groupBy(
    rest.filter((file) => !isAlone(file)),
    folderOf
  )
  // Tests beside the code are the shortest. The last processes should be short, so that they end at the same time.
  const folders = [...shared.keys()].sort((a, b) => Number(isBesideCode(a)) - Number(isBesideCode(b)))
  const chunks = folders.flatMap((folder) => chunksOf(shared.get(folder), sizeIn(folder)))
  return spreadBrowsers([...first, ...alone, ...chunks])
}

/**
 * Spreads the processes with browsers over the first three quarters of the others, so that few of them run at the same
 * time, and none runs alone at the end.
 */
function spreadBrowsers(processes) {
  const [others, browsers] = [false, true].map((isOfBrowser) =>
    processes.filter(([file]) => needsBrowser(file) === isOfBrowser)
  )
  const distance = (others.length * 3) / 4 / browsers.length
  const spread = [...others]
  // From the last one on, so that those before it don't change where it is inserted.
  for (const [index, browser] of [...browsers.entries()].reverse())
    spread.splice(Math.floor(index * distance), 0, browser)
  return spread
}

/** Returns the folder whose files share processes: one of an application or a package, or of the root. */
function folderOf(file) {
  return /^((apps|packages)\/[^/]+\/)?[^/]+/.exec(file)[0]
}

const isBesideCode = (folder) => folder.endsWith('/src')
const sizeIn = (folder) => (isBesideCode(folder) ? perProcess.besideCode : perProcess.elsewhere)

function chunksOf(files, size) {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, index) =>
    files.slice(Math.floor((index * files.length) / count), Math.floor(((index + 1) * files.length) / count))
  )
}

function entryOf(files, root) {
  const lines = files.map((file) => {
    const url = JSON.stringify(pathToFileURL(join(root, file)).href)
    return `await describe(${JSON.stringify(file)}, async () => {\n  await import(${url})\n})`
  })
  return `import { describe } from 'node:test'\n${lines.join('\n')}\n`
}
