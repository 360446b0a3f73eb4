import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { withFileLock } from '../../../packages/local-postgres/src/file-lock.ts'

const installed = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
]

const isPackaged = process.platform === 'linux' && process.arch === 'x64'

/** Arguments of the packaged Chromium that switch off the protection of origins, or that ordinary browsers don't have. */
const unprotected =
  /^--(disable-web-security|single-process|allow-running-insecure-content|disable-site-isolation-trials|disable-features)/
/** Arguments for an emulated GPU, with which a page takes a third more of the processor than without any GPU. */
const emulatedGpu = /^--(use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist|in-process-gpu)/
/**
 * Arguments with which a page takes a tenth less of the processor: no optimizing compilers, which take longer than
 * they save in pages that live for seconds, and fewer threads for painting.
 */
const forShortPages = [
  ...['--js-flags=--no-maglev,--no-turbofan', '--num-raster-threads=1'],
  ...['--disable-threaded-animation', '--disable-threaded-scrolling']
]

/** The reason to skip a test that needs a browser, or false if there is one. */
export function skipWithoutBrowser(): string | false {
  return isPackaged || installedPath()
    ? false
    : 'Chromium is not installed. Set CHROMIUM_PATH to its executable'
}

/**
 * Starts a real browser. On Linux x64, the browser is the Chromium of an npm package. On other systems, it is
 * an installed Chromium or Chrome: the program at `CHROMIUM_PATH` is tried first. Returns undefined if no
 * browser is installed. Set `isMeasured` if the speed of pages is measured: the packaged Chromium then runs as usual,
 * otherwise as is cheapest for pages that live for seconds.
 */
export async function openBrowser({ isMeasured = false } = {}): Promise<Browser | undefined> {
  if (isPackaged) {
    const args = packaged.args.filter((arg) => !unprotected.test(arg) && !emulatedGpu.test(arg))
    return chromium.launch({
      executablePath: await packagedPath(),
      args: [...args, '--disable-gpu', ...(isMeasured ? [] : forShortPages)]
    })
  }
  const executablePath = installedPath()
  return executablePath ? chromium.launch({ executablePath }) : undefined
}

function installedPath(): string | undefined {
  return installed.find((path) => path && existsSync(path))
}

/**
 * Returns the path of the packaged Chromium. The first call on a machine extracts the program. Other test files
 * wait in the meantime, because a program that is still being written can't be started.
 */
function packagedPath(): Promise<string> {
  const lock = join(tmpdir(), `purveyor-chromium-${process.getuid?.() ?? 0}.lock`)
  return withFileLock(lock, () => packaged.executablePath())
}
