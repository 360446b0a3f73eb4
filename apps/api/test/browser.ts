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
 * Starts a real browser: on Linux x64 the one from an npm package, elsewhere an installed Chromium, such as
 * the one at `CHROMIUM_PATH`. Returns undefined if there is none.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
  }
  const executablePath = installed.find((path) => path && existsSync(path))
  return executablePath ? chromium.launch({ executablePath }) : undefined
}
