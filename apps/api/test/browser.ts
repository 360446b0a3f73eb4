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
 * A real browser: the one inside an npm package on Linux for x64, elsewhere an installed Chromium (`CHROMIUM_PATH`
 * names one). Undefined where there is none, with a reason for the test to skip.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
  }
  const executablePath = installed.find((path) => path && existsSync(path))
  return executablePath ? chromium.launch({ executablePath }) : undefined
}
