import { existsSync } from 'node:fs'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const installed = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
]

/**
 * Starts a real browser. On Linux x64, the browser is the Chromium of an npm package. On other systems, it is
 * an installed Chromium or Chrome: the program at `CHROMIUM_PATH` is tried first. Returns undefined if no
 * browser is installed.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
  }
  const executablePath = installed.find((path) => path && existsSync(path))
  return executablePath ? chromium.launch({ executablePath }) : undefined
}
